import { NavLink } from 'react-router';
import type { Role } from '#contract/wire/access.ts';
import { Badge } from '#web/ui/badge.tsx';
import { navigation } from '../pages.ts';
import { badgeLabels, useNavCount } from '../shared/live/nav-badges.ts';

export function PortalRail({ role, onChoose }: { role: Role; onChoose?: () => void }) {
  const countOf = useNavCount();
  return (
    <nav aria-label="Portal">
      {/* The rows shrink to the height of the window before they scroll. */}
      <ul className="flex flex-col gap-px py-2 lg:max-h-[calc(100dvh-3.5rem)]">
        {navigation
          .filter((item) => item.rail.includes(role))
          .map(({ href, title, icon: Icon, badge }) => {
            const count = countOf(badge);
            return (
              <li className="flex min-h-11 lg:min-h-6.5 lg:basis-11" key={href}>
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
                  {badge && count > 0 && (
                    <Badge className="ml-auto" tone="lane">
                      {count > 99 ? '99+' : count}
                      <span className="sr-only"> {badgeLabels[badge]}</span>
                    </Badge>
                  )}
                </NavLink>
              </li>
            );
          })}
      </ul>
    </nav>
  );
}
