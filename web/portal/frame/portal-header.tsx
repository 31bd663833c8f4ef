import { KeyRound, LogOut, Menu } from 'lucide-react';
import { Link } from 'react-router';
import type { Role } from '#contract/access.ts';
import { company } from '#contract/company.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { BroadcastButton } from '../notifications/broadcast-button.tsx';
import { NoticesBell } from '../notifications/notices-bell.tsx';
import { ChatLink } from './chat-link.tsx';
import { headerPress as press } from './header-press.ts';
import { TabTitle } from './tab-title.tsx';
import { ThemeButton } from './theme-button.tsx';
import type { ThemeChoice } from './use-theme.ts';

interface PortalHeaderProps {
  /** Null while nobody is signed in. */
  person: { name: string; role: Role } | null;
  theme: ThemeChoice;
  onOpenRail: () => void;
  onLogOut: () => void;
}

/** The bar on top of every portal page: where we are, who we are, what is new, and the way out. */
export function PortalHeader({ person, theme, onOpenRail, onLogOut }: PortalHeaderProps) {
  return (
    <header className="on-dark sticky top-0 z-30 flex items-center gap-x-1 border-b-4 border-signal bg-asphalt px-1 text-chalk sm:gap-x-2 sm:px-4 print:hidden">
      {person && (
        <button
          aria-label="Menu"
          className={`${press} lg:hidden`}
          onClick={onOpenRail}
          type="button"
        >
          <Menu aria-hidden="true" className="size-5" />
        </button>
      )}
      <Link
        className={`display min-h-13 shrink-0 items-center gap-2 px-2 text-base ${person ? 'hidden sm:inline-flex' : 'inline-flex'}`}
        to="/"
      >
        {company.shortName}
        <span className="legend hidden text-haze md:inline">Portal</span>
      </Link>
      <div className="ml-auto flex min-w-0 flex-1 items-center justify-end gap-x-0 sm:gap-x-2">
        {person ? (
          <>
            <TabTitle />
            <Name name={person.name} />
            <NoticesBell />
            <ChatLink />
            {person.role === 'admin' && <BroadcastButton />}
            <ThemeButton className="max-sm:hidden" theme={theme} />
            <button className={press} onClick={onLogOut} type="button">
              <LogOut aria-hidden="true" className="hidden size-5 sm:block" />
              Logout
            </button>
          </>
        ) : (
          <>
            <ThemeButton theme={theme} />
            <LinkButton size="sm" to="/login" variant="chalk">
              Log in
            </LinkButton>
          </>
        )}
      </div>
    </header>
  );
}

/** Who is signed in, and the way to their own password. */
function Name({ name }: { name: string }) {
  const words = (
    <>
      <span className="sr-only">Signed in as </span>
      <span className="truncate">{name}</span>
    </>
  );
  return (
    <Link
      className="mr-auto inline-flex min-h-11 min-w-11 items-center gap-2 rounded-sm px-1 text-sm text-haze hover:bg-tar hover:text-chalk sm:mr-0 sm:px-2"
      title="Change your password"
      to="/password"
    >
      <KeyRound aria-hidden="true" className="hidden size-4 shrink-0 sm:block" />
      {words}
      <span className="sr-only">: change your password</span>
    </Link>
  );
}
