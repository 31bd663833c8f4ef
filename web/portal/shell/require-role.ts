import { replace } from 'react-router';
import { general } from '#contract/messages/general.ts';
import { sessionRefusals as messages } from '#contract/messages/session-refusals.ts';
import { pageLanguage } from '#contract/wire/page-languages.ts';
import { followChosenLanguage } from '#web/lib/navigation/chosen-language.ts';
import { addFlashAlert } from '#web/lib/navigation/flash-alerts.ts';
import { pageLoaded } from '#web/lib/navigation/route-files.ts';
import { saveLoginReturn } from '#web/lib/session/return-path.ts';
import { clearToken, readSession } from '#web/lib/session/session.ts';
import { pageAt } from '../pages.ts';

/** Redirects users whose role may not open the page to /login. */
export async function requireRole(request: Request): Promise<void> {
  // Links of mails and pushes have no language.
  if (followChosenLanguage()) await new Promise(() => {});
  const { pathname, search } = new URL(request.url);
  const page = pageAt(pageLanguage(pathname).path);
  if (page?.roles === 'page') return;
  const session = readSession();
  if (session.state === 'valid' && session.role !== null) {
    if (page?.roles.includes(session.role)) return;
    // /login redirects a signed-in user to the portal, which shows this.
    addFlashAlert(general.notYourRole, 'error');
    return toLogin();
  }
  saveLoginReturn(pathname + search);
  if (session.state !== 'expired') addFlashAlert(messages.needLogin, 'info');
  else if (page?.clearsExpiredSession) {
    addFlashAlert(general.sessionExpired, 'error');
    clearToken();
  }
  // For any other expired session /login shows the reason.
  return toLogin();
}

/** Waits until the scripts of /login have loaded: offline they may be missing. */
async function toLogin(): Promise<never> {
  await pageLoaded('/login');
  throw replace('/login');
}
