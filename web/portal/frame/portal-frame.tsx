import { useEffect, useRef, useState } from 'react';
import { Outlet, useLocation, useNavigate } from 'react-router';
import { Toaster } from 'sonner';
import { company } from '#contract/company.ts';
import { CallError } from '#contract/endpoint.ts';
import { portal } from '#contract/messages/portal.ts';
import { isLeaving } from '#web/lib/api.ts';
import { rememberNotice, takeNotices } from '#web/lib/notices.ts';
import { clearToken, useSession } from '#web/lib/session.ts';
import { Drawer } from '#web/ui/drawer.tsx';
import { usePushRenewal } from '../push/use-push-renewal.ts';
import { useCurrentUser } from './current-user.data.ts';
import { PortalHeader } from './portal-header.tsx';
import { PortalRail } from './portal-rail.tsx';
import { canonical, guarded } from './rooms.ts';
import { say } from './say.tsx';
import { ThemeButton } from './theme-button.tsx';
import { useLive } from './use-live.ts';
import { useLogOut } from './use-log-out.ts';
import { useStayForUploads } from './use-stay-for-uploads.ts';
import { useTheme } from './use-theme.ts';

/** Header, rail and the page; watches over the session while it is open. */
export function PortalFrame() {
  const [railOpen, setRailOpen] = useState(false);
  const theme = useTheme();
  const { person, token } = usePerson();
  const role = person?.role ?? null;
  const main = usePageMoves(role !== null);
  const logOut = useLogOut();
  useLive(token);
  usePushRenewal(token);
  useStayForUploads();

  return (
    <>
      <a
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:bg-lane focus:p-3 focus:text-asphalt"
        href="#content"
      >
        Skip to content
      </a>
      <PortalHeader
        onLogOut={logOut}
        onOpenRail={() => setRailOpen(true)}
        person={person}
        theme={theme}
      />
      <div className="flex min-h-[calc(100dvh-3.5rem)] bg-paper text-ink">
        {role && (
          <div className="on-dark hidden w-56 shrink-0 bg-asphalt lg:block print:hidden">
            <div className="sticky top-14 max-h-[calc(100dvh-3.5rem)] overflow-y-auto">
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
            <Outlet />
          </div>
        </main>
      </div>
      {role && (
        <Drawer onOpenChange={setRailOpen} open={railOpen} title={company.shortName}>
          <PortalRail onChoose={() => setRailOpen(false)} role={role} />
          <ThemeButton className="mx-2 mt-auto mb-4 justify-start! sm:hidden" theme={theme} words />
        </Drawer>
      )}
      <Toaster position="bottom-right" toastOptions={{ className: 'w-full' }} />
    </>
  );
}

/** Who is here; a session that ends, or that the server does not know, leads back to /login. */
function usePerson() {
  const session = useSession();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const signedIn = session.state === 'valid' && session.role !== null;
  const user = useCurrentUser(signedIn);
  const isGuarded = canonical(pathname) in guarded;

  useEffect(() => {
    // Logged out in another tab.
    if (session.state === 'none' && isGuarded && !isLeaving()) {
      void navigate('/login', { replace: true });
    }
  }, [session.state, isGuarded, navigate]);

  useEffect(() => {
    // A 401 has its own way to /login.
    if (!user.error || (user.error instanceof CallError && user.error.status === 401)) return;
    rememberNotice(portal.userFailed, 'error');
    clearToken();
    void navigate('/login', { replace: true });
  }, [user.error, navigate]);

  if (!signedIn || session.role === null) return { person: null, token: null };
  const named = user.data ? user.data.first_name || user.data.username : session.username;
  const person = { name: named || portal.unnamedUser, role: session.role };
  return { person, token: session.token };
}

/** After a move: says what was kept to be said, and puts the keyboard at the new page's start. */
function usePageMoves(signedIn: boolean) {
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const shown = useRef(pathname);

  useEffect(() => {
    // On the way out they are for /login.
    if (signedIn) for (const notice of takeNotices()) say(notice.text, notice.tone);
    if (shown.current !== pathname) main.current?.focus({ preventScroll: true });
    shown.current = pathname;
  }, [pathname, signedIn]);

  return main;
}
