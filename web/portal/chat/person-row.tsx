import { Link } from 'react-router';
import type { Role } from '#contract/access.ts';
import { chat as messages } from '#contract/messages/chat.ts';
import { Badge } from '#web/ui/badge.tsx';
import { AnsweredBy } from './answered-by.tsx';
import { lineOf, type Person } from './chat-people.ts';
import { whenWords } from './chat-times.ts';
import { fromList, useThreadSearch } from './thread-place.ts';

interface PersonRowProps {
  person: Person;
  viewer: { id: number | undefined; role: Role };
  isSelected: boolean;
  /** Is writing to the viewer now. */
  isTyping: boolean;
}

/** A person of the list: the name, the last line, and what is unread. */
export function PersonRow({ person, viewer, isSelected, isTyping }: PersonRowProps) {
  const { id, name, isOpen, conversation } = person;
  const threadSearch = useThreadSearch();
  const last = conversation?.lastMessage ?? null;
  const unread = conversation?.unreadCount ?? 0;
  return (
    <li className="border-b border-line [contain-intrinsic-size:auto_4rem] [content-visibility:auto]">
      <Link
        aria-current={isSelected ? 'true' : undefined}
        className={`flex min-h-14 flex-col justify-center border-l-4 px-2 py-2 -outline-offset-2 sm:px-4 ${
          isSelected ? 'border-signal bg-well' : 'border-transparent hover:bg-well'
        }`}
        data-person={id}
        state={fromList}
        to={{ search: threadSearch(id) }}
      >
        <span className="flex items-baseline justify-between gap-3">
          <bdi
            className={`truncate font-display ${unread > 0 ? 'font-extrabold' : 'font-semibold'}`}
          >
            {name}
          </bdi>
          {last && (
            <time className="shrink-0 text-xs text-steel tabular-nums" dateTime={last.timestamp}>
              {whenWords(last.timestamp)}
            </time>
          )}
        </span>
        {(last || !isOpen || isTyping) && (
          <span className="flex items-center justify-between gap-3">
            <span className="min-w-0 flex-1 truncate text-sm text-steel">
              {isTyping ? (
                <span className="font-semibold text-rust">{messages.typing(name)}</span>
              ) : (
                <LastLine person={person} />
              )}
            </span>
            {unread > 0 && (
              <Badge tone="lane">
                {unread > 99 ? '99+' : unread}
                <span className="sr-only"> unread</span>
              </Badge>
            )}
          </span>
        )}
        {viewer.role === 'admin' && person.role === 'employee' && (
          <AnsweredBy othersOnly person={person} viewerId={viewer.id} />
        )}
      </Link>
    </li>
  );
}

function LastLine({ person }: { person: Person }) {
  const { id, isOpen, conversation } = person;
  const last = conversation?.lastMessage;
  return (
    <>
      {!isOpen && <span className="font-semibold">Account closed{last && ' · '}</span>}
      {last && (
        <>
          {last.senderId !== id && 'You: '}
          <bdi>{lineOf(last)}</bdi>
        </>
      )}
    </>
  );
}
