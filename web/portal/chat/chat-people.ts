import type { Conversation, Message } from '#contract/chat.ts';
import { personName } from '#contract/text/employee-name.ts';
import { t } from '#contract/text/languages.ts';
import { matches } from '#contract/text/text-match.ts';
import type { User } from '#contract/users.ts';
import type { Role } from '#contract/wire/access.ts';

type ListedUser = Pick<User, 'user_id' | 'username' | 'first_name' | 'last_name' | 'user_role'>;

/** A person in the list. */
export interface Person {
  id: number;
  /** First and last name, or the username. */
  name: string;
  /** The first name, or the username. */
  firstName: string;
  role: Role;
  /** False for a closed account, whose messages stay. */
  isOpen: boolean;
  /** Null before the first message. */
  conversation: Conversation | null;
}

const order = new Intl.Collator('en-US', { numeric: true, sensitivity: 'base' });

/** First and last name, or the username. */
export function nameOf(named: { firstName: string; lastName: string; userName: string }): string {
  const { firstName: first_name, lastName: last_name, userName: username } = named;
  return personName({ first_name, last_name, username });
}

/** The people the user can write to or has messages with: those of `first`, then the newest conversation, then by name, without the user. */
export function peopleOf(
  users: readonly ListedUser[],
  conversations: readonly Conversation[],
  ownId: number | undefined,
  first: ReadonlyMap<number, unknown> = new Map(),
): Person[] {
  const people = new Map<number, Person>();
  for (const user of users) {
    people.set(user.user_id, {
      id: user.user_id,
      name: personName(user),
      firstName: user.first_name?.trim() || user.username,
      role: user.user_role,
      isOpen: true,
      conversation: null,
    });
  }
  for (const conversation of conversations) {
    const { userId: id, role, isOpen, userName } = conversation;
    const firstName = conversation.firstName.trim() || userName;
    people.set(id, { id, name: nameOf(conversation), firstName, role, isOpen, conversation });
  }
  return [...people.values()]
    .filter(({ id }) => id !== ownId)
    .sort(
      (one, other) =>
        Number(first.has(other.id)) - Number(first.has(one.id)) ||
        lastTimestamp(other).localeCompare(lastTimestamp(one)) ||
        order.compare(one.name, other.name),
    );
}

function lastTimestamp({ conversation }: Person): string {
  return conversation?.lastMessage?.timestamp ?? '';
}

/** The last answer to an employee, until the employee has written again. */
export function answerOf({ id, conversation }: Person): Conversation['answeredBy'] {
  const { answeredBy = null, lastMessage = null } = conversation ?? {};
  const isNewer = answeredBy && lastMessage && lastMessage.timestamp > answeredBy.timestamp;
  return isNewer && lastMessage.senderId === id ? null : answeredBy;
}

/** The people whose names have every word of the search. */
export function searchPeople(people: readonly Person[], search: string): Person[] {
  return people.filter(({ name, conversation }) =>
    matches(search, `${name} ${conversation?.userName ?? ''}`),
  );
}

/** A message in one line: its text, or the kind of its file. */
export function previewOf({
  content,
  attachment,
}: Pick<Message, 'content' | 'attachment'>): string {
  if (content !== '') return content;
  return attachment?.kind === 'pdf' ? 'PDF' : t('Photo', 'Foto');
}
