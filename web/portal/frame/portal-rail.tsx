import { NavLink } from 'react-router';
import type { Role } from '#contract/access.ts';
import { Badge } from '#web/ui/badge.tsx';
import { badgeWords } from './badge-words.ts';
import { useBadges, useUnreadTotal } from './badges.data.ts';
import { roomIcons } from './room-icons.ts';
import { rooms } from './rooms.ts';

/** The sections that this role may enter, one under the other, on asphalt. */
export function PortalRail({ role, onChoose }: { role: Role; onChoose?: () => void }) {
  const badges = useBadges().data;
  const unread = useUnreadTotal().data?.total_unread ?? 0;
  return (
    <nav aria-label="Portal">
      <ul className="grid gap-px py-2">
        {rooms
          .filter((room) => room.rail.includes(role))
          .map((room) => {
            const Icon = roomIcons[room.icon];
            const waiting = room.badge && badges ? badges[room.badge] : 0;
            const count = room.icon === 'chat' ? unread : waiting;
            const words = room.badge ? badgeWords[room.badge] : 'unread';
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
                  // All scripts of the page at once; without it each level of imports is a round trip.
                  prefetch="intent"
                  to={room.href}
                >
                  <Icon aria-hidden="true" className="size-5 shrink-0" />
                  {room.title}
                  {count > 0 && (
                    <Badge className="ml-auto" tone="lane">
                      {count > 99 ? '99+' : count}
                      <span className="sr-only"> {words}</span>
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
