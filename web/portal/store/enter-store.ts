import { replace } from 'react-router';
import { general } from '#contract/messages/general.ts';
import { rememberNotice, rememberReturn } from '#web/lib/notices.ts';
import { clearToken, readSession } from '#web/lib/session.ts';
import { enter } from '../frame/enter.ts';
import { earlyProducts } from './first-products.ts';

/** Lets a signed-in person in; of a session that has run out SPEC.md wants this page to say so itself and to clear it. */
export function enterStore(request: Request): null {
  const { pathname, search, searchParams } = new URL(request.url);
  if (readSession().state !== 'expired') {
    enter(request);
    if (searchParams.get('view') !== 'orders') earlyProducts.ask();
    return null;
  }
  rememberReturn(pathname + search);
  rememberNotice(general.sessionExpired, 'error');
  clearToken();
  throw replace('/login');
}
