import { Badge } from '#web/ui/badge.tsx';
import { useBadges } from '../frame/badges.data.ts';

/** How many applications have come since this admin last looked, on their tile. */
export function ApplicationNews() {
  const count = useBadges().data?.new_applications ?? 0;
  if (count === 0) return null;
  return (
    <span className="mt-3 flex">
      <Badge tone="info">{count} new</Badge>
    </span>
  );
}
