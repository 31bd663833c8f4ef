import { useCallback, useEffect, useRef, useState } from 'react';
import { Outlet, useBlocker, useLocation, useNavigate } from 'react-router';
import { Toaster } from 'sonner';
import { company } from '#contract/company/profile.ts';
import { logout } from '#contract/session.ts';
import { t } from '#contract/text/languages.ts';
import { CallError } from '#contract/wire/endpoint.ts';
import { ownPath, pageLanguage } from '#contract/wire/page-languages.ts';
import { call } from '#web/lib/api/api.ts';
import { fromPageEntry } from '#web/lib/navigation/dialog-history.ts';
import { addFlashAlert, takeFlashAlerts } from '#web/lib/navigation/flash-alerts.ts';
import { clearToken, readSession, sessionEnd, useSession } from '#web/lib/session/session.ts';
import { useConfirm } from '#web/ui/alert-dialog.tsx';
import { Drawer } from '#web/ui/drawer.tsx';
import { pageAt } from '../pages.ts';
import { isUploading } from '../shared/files/running-uploads.ts';
import { outbox } from '../shared/offline/messages.ts';
import { useCurrentUser } from '../shared/people/current-user.data.ts';
import { usePushRenewal } from '../shared/push/push-switch.tsx';
import { toast } from '../shared/toast.tsx';
import { useWide } from '../shared/use-is-wide.ts';
import { countWaiting, wipeDevice } from './device-data.ts';
import { OfflineBar } from './offline-bar.tsx';
import { PendingPage } from './pending-page.tsx';
import { PortalHeader } from './portal-header.tsx';
import { PortalRail } from './portal-rail.tsx';
import { ThemeButton, useTheme } from './theme.tsx';
import { useLive } from './use-live.ts';
import { useOfflineApp } from './use-offline-app.ts';

export function PortalShell() {
  const [railOpen, setRailOpen] = useState(false);
  const isWide = useWide('64rem');
  const theme = useTheme();
  const { person, token, isLoggedOut } = usePerson();
  const role = person?.role ?? null;
  const main = usePageMoves(role !== null);
  const logOut = useLogOut();
  useLive(token);
  usePushRenewal(token);
  useStayForUploads();
  useOfflineApp(role);

  return (
    <>
      <a
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:bg-lane focus:p-3 focus:text-asphalt"
        href="#content"
      >
        {t('Skip to content', 'Ir al contenido')}
      </a>
      <PortalHeader
        onLogOut={logOut}
        onOpenRail={() => setRailOpen(true)}
        person={person}
        theme={theme}
      />
      <PendingPage />
      {person && <OfflineBar />}
      <div className="flex min-h-[calc(100dvh-3.5rem)] bg-paper text-ink">
        {role && isWide && (
          <div className="on-dark w-56 shrink-0 bg-asphalt print:hidden">
            <div className="scroll-more sticky top-14 max-h-[calc(100dvh-3.5rem)] overflow-y-auto">
              <PortalRail role={role} />
            </div>
          </div>
        )}
        <main
          className="min-w-0 flex-1 px-4 pt-6 pb-24 outline-none sm:px-8 sm:pt-8"
          id="content"
          ref={main}
          tabIndex={-1}
        >
          <div className="mx-auto max-w-6xl">
            {/* After logout every call of the page would fail. */}
            {!isLoggedOut && <Outlet />}
          </div>
        </main>
      </div>
      {role && (
        <Drawer onOpenChange={setRailOpen} open={railOpen} title={company.shortName}>
          <PortalRail onChoose={() => setRailOpen(false)} role={role} />
          <ThemeButton className="mx-2 mt-auto mb-4 justify-start! sm:hidden" theme={theme} words />
        </Drawer>
      )}
      {/* Without `dir` the library reads it from the computed style, which costs a style recalculation. */}
      <Toaster dir="ltr" position="bottom-right" toastOptions={{ className: 'w-full' }} />
    </>
  );
}

/** The signed-in user; leaves for /login when the session ends or the server doesn't know the user. */
function usePerson() {
  const session = useSession();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const signedIn = session.state === 'valid' && session.role !== null;
  const user = useCurrentUser(signedIn);
  const page = pageAt(pathname);
  const isOpenToAll = page?.roles === 'page' && sessionEnd() === null;
  const isLoggedOut = session.state === 'none' && page !== undefined && !isOpenToAll;

  useEffect(() => {
    if (!isLoggedOut) return;
    if (sessionEnd() !== null) void leaveRefused();
    // Logged out, maybe in another tab.
    else void navigate('/login', { replace: true });
  }, [isLoggedOut, navigate]);

  useEffect(() => {
    // A user who is known stays signed in until the server answers 401, which api.ts handles.
    if (!user.error || user.data) return;
    if (user.error instanceof CallError && user.error.status === 401) return;
    addFlashAlert(
      t(
        "Couldn't load your account. Please log in again.",
        'No se pudo cargar su cuenta. Inicie sesión de nuevo.',
      ),
      'error',
    );
    clearToken();
    void navigate('/login', { replace: true });
  }, [user.data, user.error, navigate]);

  if (!signedIn || session.role === null) return { person: null, token: null, isLoggedOut };
  const named = user.data ? user.data.first_name || user.data.username : session.username;
  const person = { name: named || 'User', role: session.role };
  return { person, token: session.token, isLoggedOut };
}

/** Opens /login as a new document (G3). */
async function leaveRefused(): Promise<void> {
  if (sessionEnd() === 'account_closed') await wipeDevice();
  await fromPageEntry(async () => location.replace(ownPath('/login')));
}

/** On navigation shows flash alerts and moves the focus to the new page, unless the page has set it itself. */
function usePageMoves(signedIn: boolean) {
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const shown = useRef(pathname);

  useEffect(() => {
    // When signed out, /login shows them.
    if (signedIn) for (const alert of takeFlashAlerts()) toast.show(alert.text, alert.tone);
    const isSet = main.current?.contains(document.activeElement);
    if (shown.current !== pathname && !isSet) main.current?.focus({ preventScroll: true });
    shown.current = pathname;
  }, [pathname, signedIn]);

  return main;
}

/** Asks before a navigation stops an upload, except for one to /login. */
function useStayForUploads(): void {
  const confirm = useConfirm();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isUploading() &&
      currentLocation.pathname !== nextLocation.pathname &&
      pageLanguage(nextLocation.pathname).path !== '/login',
  );
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    const question = {
      title: t(
        'An upload is running. Leave this page and stop it?',
        'Se está subiendo un archivo. ¿Salir y detenerlo?',
      ),
      confirmLabel: t('Leave', 'Salir'),
      cancelLabel: t('Stay', 'Quedarse'),
      danger: true,
    };
    void confirm(question).then((leaves) => (leaves ? blocker.proceed() : blocker.reset()));
  }, [blocker, confirm]);
}

/** Logs out on this device at once, and on the server if it can be reached. Asks before it discards what waits to be sent, and deletes all that is stored on the device. */
function useLogOut(): () => void {
  const navigate = useNavigate();
  const confirm = useConfirm();
  return useCallback(async () => {
    const unsent = await countWaiting(readSession().userId ?? 0);
    if (unsent > 0 && !(await confirm(questionOf(unsent)))) return;
    // `call` reads the token before it is cleared; its result doesn't matter.
    call(logout).catch(() => undefined);
    void wipeDevice();
    clearToken();
    void navigate('/login', { replace: true });
  }, [navigate, confirm]);
}

function questionOf(unsent: number) {
  return {
    title: outbox.discardAll(unsent),
    confirmLabel: t('Log out', 'Cerrar sesión'),
    cancelLabel: t('Stay', 'Quedarse'),
    danger: true,
  };
}
