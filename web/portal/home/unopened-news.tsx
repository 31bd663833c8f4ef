import type { Badges } from '#contract/portal.ts';
import { Badge } from '#web/ui/badge.tsx';
import { badgeWords } from '../frame/badge-words.ts';
import { useBadges } from '../frame/badges.data.ts';

/** How much waits in a room; nothing while there is none. */
export function UnopenedNews({ badge }: { badge: keyof Badges }) {
  const count = useBadges().data?.[badge] ?? 0;
  if (count === 0) return null;
  return (
    <Badge className="mt-3 self-start" tone="lane">
      {count} {badgeWords[badge]}
    </Badge>
  );
}
