import { MessageSquare } from 'lucide-react';
import { Link } from 'react-router';
import { useUnreadTotal } from './badges.data.ts';
import { CountMark } from './count-mark.tsx';
import { headerPress } from './header-press.ts';

/** The way to the chat, with how many messages wait there. */
export function ChatLink() {
  const count = useUnreadTotal().data?.total_unread ?? 0;
  return (
    <Link
      aria-label={count > 0 ? `Chat, ${count} unread` : 'Chat'}
      className={`${headerPress} relative`}
      title="Chat"
      to="/chat"
    >
      <MessageSquare aria-hidden="true" className="size-5" />
      <CountMark count={count} />
    </Link>
  );
}
