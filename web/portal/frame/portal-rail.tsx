import { NavLink } from 'react-router';
import type { Role } from '#contract/access.ts';
import { Badge } from '#web/ui/badge.tsx';
import { badgeWords } from './badge-words.ts';
import { useBadges } from './badges.data.ts';
import { roomIcons } from './room-icons.ts';
import { rooms } from './rooms.ts';

/** The sections that this role may enter, one under the other, on asphalt. */
export function PortalRail({ role, onChoose }: { role: Role; onChoose?: () => void }) {
  const badges = useBadges().data;
  return (
    <nav aria-label="Portal">
      <ul className="grid gap-px py-2">
        {rooms
          .filter((room) => room.rail.includes(role))
          .map((room) => {
            const Icon = roomIcons[room.icon];
            const count = room.badge && badges ? badges[room.badge] : 0;
            return (
              <li key={room.href}>
                <NavLink
                  className={({ isActive }) =>
                    `flex min-h-11 items-center gap-3 border-l-4 px-4 py-2 font-display text-sm font-semibold ${
                      isActive
                        ? 'border-signal bg-tar text-chalk'
                        : 'border-transparent text-haze hover:bg-tar hover:text-chalk'
                    }`
                  }
                  onClick={onChoose}
                  to={room.href}
                >
                  <Icon aria-hidden="true" className="size-5 shrink-0" />
                  {room.title}
                  {count > 0 && (
                    <Badge className="ml-auto" tone="lane">
                      {count > 99 ? '99+' : count}
                      {room.badge && <span className="sr-only"> {badgeWords[room.badge]}</span>}
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
