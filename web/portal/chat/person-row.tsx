import { Link } from 'react-router';
import { chat as messages } from '#contract/messages/chat.ts';
import { personName } from '#contract/text/employee-name.ts';
import { t } from '#contract/text/languages.ts';
import type { Role } from '#contract/wire/access.ts';
import { Badge } from '#web/ui/badge.tsx';
import { useDuty } from '../shared/people/duty.data.ts';
import { OnDutyBadge } from '../shared/people/on-duty-badge.tsx';
import { useUsers } from '../shared/people/users.data.ts';
import { answerOf, nameOf, type Person, previewOf } from './chat-people.ts';
import { listTime } from './chat-times.ts';
import { useTypingTo } from './engine/use-chat.ts';
import { fromList, useThreadSearch } from './thread-location.ts';

export interface Viewer {
  id: number | undefined;
  role: Role;
}

interface PersonRowProps {
  person: Person;
  viewer: Viewer;
  isSelected: boolean;
  /** Whether the person is typing to the viewer. */
  isTyping: boolean;
}

/** A person in the list: name, last message and unread count. */
export function PersonRow({ person, viewer, isSelected, isTyping }: PersonRowProps) {
  const { id, name, isOpen, conversation } = person;
  const threadSearch = useThreadSearch();
  const last = conversation?.lastMessage ?? null;
  const until = useDuty().get(id);
  const unread = conversation?.unreadCount ?? 0;
  return (
    <li className="border-b border-line">
      <Link
        aria-current={isSelected ? 'true' : undefined}
        className={`flex min-h-11 flex-col justify-center border-l-4 px-2 py-1.5 -outline-offset-2 sm:px-4 ${
          isSelected ? 'border-signal bg-well' : 'border-transparent hover:bg-well'
        }`}
        data-person={id}
        state={fromList}
        to={threadSearch(id)}
      >
        <span className="flex flex-wrap items-baseline justify-between gap-x-3">
          <bdi
            className={`min-w-0 truncate font-display ${unread > 0 ? 'font-extrabold' : 'font-semibold'}`}
          >
            {name}
          </bdi>
          {until && (
            <span className="mr-auto shrink-0">
              <OnDutyBadge until={until} />
            </span>
          )}
          {last && (
            <time className="shrink-0 text-xs text-steel tabular-nums" dateTime={last.timestamp}>
              {listTime(last.timestamp)}
            </time>
          )}
        </span>
        {(last || !isOpen || isTyping) && (
          <span className="flex items-center justify-between gap-3">
            <span className="min-w-0 flex-1 truncate text-sm text-steel">
              {isTyping ? (
                <span className="font-semibold text-rust">{messages.typing(name)}</span>
              ) : (
                <>
                  {!isOpen && (
                    <span className="font-semibold">
                      {t('Account closed', 'Cuenta cerrada')}
                      {last && ' · '}
                    </span>
                  )}
                  {last && last.senderId !== id && t('You: ', 'Usted: ')}
                  {last && <bdi>{previewOf(last)}</bdi>}
                </>
              )}
            </span>
            {unread > 0 && (
              <Badge tone="lane">
                {unread > 99 ? '99+' : unread}
                <span className="sr-only">{t(' unread', ' sin leer')}</span>
              </Badge>
            )}
          </span>
        )}
        <AnsweredBy othersOnly person={person} viewer={viewer} />
      </Link>
    </li>
  );
}

interface AnsweredByProps {
  person: Person;
  viewer: Viewer;
  /** Hides the viewer's own answer to save space. */
  othersOnly?: boolean;
}

/** Shows admins which admin answered this employee last or is typing, so that no two answer at once. */
export function AnsweredBy({ person, viewer, othersOnly = false }: AnsweredByProps) {
  const [typing] = useTypingTo(person.id);
  const users = useUsers().data ?? [];
  if (viewer.role !== 'admin' || person.role !== 'employee') return null;
  const writer = users.find(({ user_id }) => user_id === typing);
  if (writer) {
    const name = personName(writer);
    return <p className="truncate text-sm font-semibold text-rust">{messages.typing(name)}</p>;
  }
  const answer = answerOf(person);
  const isOwn = answer?.userId === viewer.id;
  if (!answer || (isOwn && othersOnly)) return null;
  return (
    <p className="truncate text-sm text-steel">
      {messages.answeredBy(isOwn ? 'you' : nameOf(answer))},{' '}
      <time dateTime={answer.timestamp}>{listTime(answer.timestamp)}</time>
    </p>
  );
}
