import { Badge } from '#web/ui/badge.tsx';
import { useUnreadTotal } from '../frame/badges.data.ts';

/** How many messages wait in the chat, on its tile. */
export function ChatNews() {
  const count = useUnreadTotal().data?.total_unread ?? 0;
  if (count === 0) return null;
  return (
    <Badge className="mt-3 self-start" tone="lane">
      {count} unread
    </Badge>
  );
}
