import { ChevronDown } from 'lucide-react';
import type { CSSProperties } from 'react';
import { NavLink, useLocation } from 'react-router';
import { t } from '#contract/text/languages.ts';
import type { Role } from '#contract/wire/access.ts';
import { useSession } from '#web/lib/session/session.ts';
import { Badge } from '#web/ui/badge.tsx';
import { inSpanish } from '../page-texts.ts';
import type { NavItem } from '../pages.ts';
import { badgeLabels, useNavCount } from '../shared/live/nav-badges.ts';
import { groupsOf, openGroups, useOpenedGroups } from './nav-groups.ts';

interface PortalRailProps {
  role: Role;
  onChoose?: () => void;
}

/** The pages of a role in groups, which can be closed, except for that of the current page. */
export function PortalRail({ role, onChoose }: PortalRailProps) {
  const { userId } = useSession();
  const { pathname } = useLocation();
  const countOf = useNavCount();
  const { opened, toggle } = useOpenedGroups(role, userId);
  const groups = groupsOf(role);
  const { open, current } = openGroups(groups, role, pathname, opened);
  const rows = [...open].reduce((sum, { items }) => sum + items.length, groups.length);
  return (
    <nav aria-label={t('Portal', 'Portal')}>
      {/* The rows shrink to the height of the window before they scroll. */}
      <ul
        className="py-2 [--row:2.75rem] lg:[--row:clamp(1.5rem,calc((100dvh-4.5rem)/var(--rows)),2.75rem)]"
        style={{ '--rows': rows } as CSSProperties}
      >
        {groups.map((group) => {
          const { title, items } = group;
          const isOpen = open.has(group);
          const count = isOpen ? 0 : items.reduce((sum, { badge }) => sum + countOf(badge), 0);
          return (
            <li key={title}>
              <button
                aria-expanded={isOpen}
                className="group flex min-h-(--row) w-full items-center gap-1.5 px-4 text-left font-display text-xs font-bold text-chalk enabled:hover:bg-tar"
                disabled={group === current}
                onClick={() => toggle(title, isOpen)}
                type="button"
              >
                <ChevronDown
                  aria-hidden="true"
                  className="size-4 shrink-0 -rotate-90 group-aria-expanded:rotate-0 group-disabled:invisible"
                />
                {inSpanish(title)}
                <Count count={count} label={t('waiting', 'pendientes')} />
              </button>
              {isOpen && (
                <ul>
                  {items.map((item) => (
                    <RailLink
                      count={countOf(item.badge)}
                      item={item}
                      key={item.href}
                      onChoose={onChoose}
                    />
                  ))}
                </ul>
              )}
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

interface RailLinkProps {
  item: NavItem;
  /** Of its badge. */
  count: number;
  onChoose: (() => void) | undefined;
}

function RailLink({ item: { href, title, icon: Icon, badge }, count, onChoose }: RailLinkProps) {
  return (
    <li className="flex min-h-(--row)">
      <NavLink
        className={({ isActive }) =>
          `flex flex-1 items-center gap-3 border-l-4 px-4 font-display text-sm font-semibold ${
            isActive
              ? 'border-signal bg-tar text-chalk'
              : 'border-transparent text-haze hover:bg-tar hover:text-chalk'
          }`
        }
        onClick={onChoose}
        to={href}
      >
        <Icon aria-hidden="true" className="size-5 shrink-0" />
        {title}
        {badge && <Count count={count} label={badgeLabels()[badge]} />}
      </NavLink>
    </li>
  );
}

/** A count at the end of a row; nothing for 0. */
function Count({ count, label }: { count: number; label: string }) {
  if (count === 0) return null;
  return (
    <Badge className="ml-auto" tone="lane">
      {count > 99 ? '99+' : count}
      <span className="sr-only"> {label}</span>
    </Badge>
  );
}
