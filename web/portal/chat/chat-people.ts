import type { Role } from '#contract/access.ts';
import type { Conversation, Message } from '#contract/chat.ts';
import type { User } from '#contract/users.ts';
import { matches } from '#web/lib/text-match.ts';

type ListedUser = Pick<User, 'user_id' | 'username' | 'first_name' | 'last_name' | 'user_role'>;

/** A person in the list. */
export interface Person {
  id: number;
  /** First and last name, or the username. */
  name: string;
  role: Role;
  /** False for a closed account, whose messages stay. */
  isOpen: boolean;
  /** Null before the first message. */
  conversation: Conversation | null;
}

const order = new Intl.Collator('en-US', { numeric: true, sensitivity: 'base' });

/** First and last name, or the username. */
export function nameOf(named: { firstName: string; lastName: string; userName: string }): string {
  return `${named.firstName} ${named.lastName}`.trim() || named.userName;
}

/** The people the user can write to or has messages with: newest conversation first, then by name, without the user. */
export function peopleOf(
  users: readonly ListedUser[],
  conversations: readonly Conversation[],
  ownId: number | undefined,
): Person[] {
  const people = new Map<number, Person>();
  for (const { user_id, username, first_name, last_name, user_role } of users) {
    people.set(user_id, {
      id: user_id,
      name: nameOf({ firstName: first_name ?? '', lastName: last_name ?? '', userName: username }),
      role: user_role,
      isOpen: true,
      conversation: null,
    });
  }
  for (const conversation of conversations) {
    const { userId: id, role, isOpen } = conversation;
    people.set(id, { id, name: nameOf(conversation), role, isOpen, conversation });
  }
  return [...people.values()]
    .filter(({ id }) => id !== ownId)
    .sort(
      (one, other) =>
        lastTimestamp(other).localeCompare(lastTimestamp(one)) ||
        order.compare(one.name, other.name),
    );
}

function lastTimestamp({ conversation }: Person): string {
  return conversation?.lastMessage?.timestamp ?? '';
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
  return attachment?.kind === 'pdf' ? 'PDF' : 'Photo';
}
