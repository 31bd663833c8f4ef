import { chat as messages } from '#contract/messages/chat.ts';
import { useUsers } from '../shared/users.data.ts';
import { nameOf, type Person } from './chat-people.ts';
import { whenWords } from './chat-times.ts';
import { useOfficeTyping } from './engine/use-chat.ts';

interface AnsweredByProps {
  person: Person;
  viewerId: number | undefined;
  /** Where there is little room, one's own answer is not told. */
  othersOnly?: boolean;
}

/** For the office: who of it wrote to this employee last, or is writing now, so that two do not answer at once. */
export function AnsweredBy({ person, viewerId, othersOnly = false }: AnsweredByProps) {
  const typing = useOfficeTyping(person.id);
  const users = useUsers().data ?? [];
  const writer = users.find(({ user_id }) => user_id === typing[0]);
  if (writer) {
    const { username: userName, first_name, last_name } = writer;
    const name = nameOf({ firstName: first_name ?? '', lastName: last_name ?? '', userName });
    return <p className="truncate text-sm font-semibold text-rust">{messages.typing(name)}</p>;
  }
  const answer = person.conversation?.answeredBy;
  const isOwn = answer?.userId === viewerId;
  if (!answer || (isOwn && othersOnly)) return null;
  return (
    <p className="truncate text-sm text-steel">
      {messages.answeredBy(isOwn ? 'you' : nameOf(answer))},{' '}
      <time dateTime={answer.timestamp}>{whenWords(answer.timestamp)}</time>
    </p>
  );
}
