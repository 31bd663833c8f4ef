import { replace } from 'react-router';
import { general } from '#contract/messages/general.ts';
import { session as say } from '#contract/messages/session.ts';
import { rememberNotice, rememberReturn } from '#web/lib/notices.ts';
import { readSession } from '#web/lib/session.ts';
import { canonical, guarded } from './rooms.ts';

/** Lets a signed-in person of an allowed role into the page, sends everyone else to /login. */
export function enter(request: Request): null {
  const { pathname, search } = new URL(request.url);
  const session = readSession();
  if (session.state === 'valid' && session.role !== null) {
    if (guarded[canonical(pathname)]?.includes(session.role)) return null;
    // /login sends a signed-in person on to the portal, which shows this.
    rememberNotice(general.notYourRole, 'error');
    throw replace('/login');
  }
  rememberReturn(pathname + search);
  // Of an expired session /login itself says what happened.
  if (session.state !== 'expired') rememberNotice(say.needLogin, 'info');
  throw replace('/login');
}
