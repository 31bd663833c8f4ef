import { useQuery } from '@tanstack/react-query';
import { LogOut, Menu, MessageSquare } from 'lucide-react';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { company } from '#contract/company/profile.ts';
import { t } from '#contract/text/languages.ts';
import type { Role } from '#contract/wire/access.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { BroadcastButton } from '../notifications/broadcast-button.tsx';
import { unreadNotificationsQuery } from '../notifications/notifications.data.ts';
import { NotificationsBell } from '../notifications/notifications-bell.tsx';
import { CountMark, headerButtonClass } from '../shared/header-button.tsx';
import { useUnreadTotal } from '../shared/live/badges.data.ts';
import { AccountMenu } from './account-menu.tsx';
import { SearchButton } from './search-button.tsx';
import { ThemeButton, type ThemeChoice } from './theme.tsx';

interface PortalHeaderProps {
  /** Null while signed out. */
  person: { name: string; role: Role } | null;
  theme: ThemeChoice;
  onOpenRail: () => void;
  onLogOut: () => void;
}

export function PortalHeader({ person, theme, onOpenRail, onLogOut }: PortalHeaderProps) {
  return (
    <header className="on-dark sticky top-0 z-30 flex items-center gap-x-1 border-b-4 border-signal bg-asphalt px-1 text-chalk sm:gap-x-2 sm:px-4 print:hidden">
      {person && (
        <button
          aria-label={t('Menu', 'Menú')}
          className={`${headerButtonClass} lg:hidden`}
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
        <span className="legend hidden text-haze md:inline">{t('Portal', 'Portal')}</span>
      </Link>
      <div className="ml-auto flex min-w-0 flex-1 items-center justify-end gap-x-0 sm:gap-x-2">
        {person ? (
          <>
            <TabTitle />
            <SearchButton />
            <NotificationsBell />
            <ChatLink />
            {person.role === 'admin' && <BroadcastButton />}
            <ThemeButton className="max-sm:hidden" theme={theme} />
            <AccountMenu name={person.name} onLogOut={onLogOut} />
            {/* A narrow header has no room for it: there it is in the account menu. */}
            <button
              className={`${headerButtonClass} max-lg:hidden`}
              onClick={onLogOut}
              type="button"
            >
              <LogOut aria-hidden="true" className="size-5" />
              {t('Logout', 'Cerrar sesión')}
            </button>
          </>
        ) : (
          <>
            <ThemeButton theme={theme} />
            <LinkButton size="sm" to="/login" variant="chalk">
              {t('Log in', 'Iniciar sesión')}
            </LinkButton>
          </>
        )}
      </div>
    </header>
  );
}

function ChatLink() {
  const count = useUnreadTotal().data?.total_unread ?? 0;
  return (
    <Link
      aria-label={count > 0 ? t(`Chat, ${count} unread`, `Chat, ${count} sin leer`) : 'Chat'}
      className={`${headerButtonClass} relative`}
      title={t('Chat', 'Chat')}
      to="/chat"
    >
      <MessageSquare aria-hidden="true" className="size-5" />
      <CountMark count={count} />
    </Link>
  );
}

const mark = /^\(\d+\) /;

/** Prefixes the document title with the number of unread messages and notifications. */
function TabTitle() {
  const messages = useUnreadTotal().data?.total_unread ?? 0;
  const count = messages + (useQuery(unreadNotificationsQuery).data?.length ?? 0);

  useEffect(() => {
    const show = () => {
      const title = document.title.replace(mark, '');
      const counted = count > 0 ? `(${count}) ${title}` : title;
      if (document.title !== counted) document.title = counted;
    };
    show();
    // The router replaces the title on each navigation.
    const observer = new MutationObserver(show);
    observer.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => {
      observer.disconnect();
      document.title = document.title.replace(mark, '');
    };
  }, [count]);

  return null;
}
