import { NavLink } from 'react-router';
import type { Role } from '#contract/access.ts';
import { Badge } from '#web/ui/badge.tsx';
import { navigation } from '../pages.ts';
import { badgeLabels, useNavCount } from '../shared/nav-badges.ts';

export function PortalRail({ role, onChoose }: { role: Role; onChoose?: () => void }) {
  const countOf = useNavCount();
  return (
    <nav aria-label="Portal">
      <ul className="grid gap-px py-2">
        {navigation
          .filter((item) => item.rail.includes(role))
          .map(({ href, title, icon: Icon, badge }) => {
            const count = countOf(badge);
            return (
              <li key={href}>
                <NavLink
                  className={({ isActive }) =>
                    `flex min-h-11 items-center gap-3 border-l-4 px-4 py-1 lg:min-h-8 font-display text-sm font-semibold ${
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
