import { LogOut, Menu, Moon, Sun } from 'lucide-react';
import { Link } from 'react-router';
import { company } from '#contract/company.ts';
import { LinkButton } from '#web/ui/button.tsx';
import type { Theme } from './use-theme.ts';

interface PortalHeaderProps {
  /** Null while nobody is signed in. */
  name: string | null;
  theme: Theme;
  onToggleTheme: () => void;
  onOpenRail: () => void;
  onLogOut: () => void;
}

const press =
  'inline-flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-sm px-2 font-display text-sm font-semibold hover:bg-tar';

/** The bar on top of every portal page: where we are, who we are, and the way out. */
export function PortalHeader({
  name,
  theme,
  onToggleTheme,
  onOpenRail,
  onLogOut,
}: PortalHeaderProps) {
  const Shift = theme === 'dark' ? Sun : Moon;
  return (
    <header className="on-dark sticky top-0 z-30 flex items-center gap-1 border-b-4 border-signal bg-asphalt px-2 text-chalk sm:gap-2 sm:px-4 print:hidden">
      {name !== null && (
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
        className="display inline-flex min-h-13 min-w-0 items-center gap-2 px-2 text-base"
        to="/"
      >
        {company.shortName}
        <span className="legend hidden text-haze sm:inline">Portal</span>
      </Link>
      <div className="ml-auto flex min-w-0 items-center gap-1 sm:gap-2">
        {name !== null && (
          <p className="min-w-0 truncate px-1 text-sm text-haze">
            <span className="sr-only">Signed in as </span>
            {name}
          </p>
        )}
        <button
          aria-label={theme === 'dark' ? 'Day shift: light colors' : 'Night shift: dark colors'}
          className={press}
          onClick={onToggleTheme}
          title={theme === 'dark' ? 'Day shift' : 'Night shift'}
          type="button"
        >
          <Shift aria-hidden="true" className="size-5" />
        </button>
        {name === null ? (
          <LinkButton size="sm" to="/login" variant="chalk">
            Log in
          </LinkButton>
        ) : (
          <button className={press} onClick={onLogOut} type="button">
            <LogOut aria-hidden="true" className="hidden size-5 sm:block" />
            Logout
          </button>
        )}
      </div>
    </header>
  );
}
