import type { Role } from '#contract/access.ts';
import type { Conversation, Message } from '#contract/chat.ts';
import type { User } from '#contract/users.ts';
import { matches } from '#web/lib/text-match.ts';

/** What is known of somebody who may be written to. */
type Listed = Pick<User, 'user_id' | 'username' | 'first_name' | 'last_name' | 'user_role'>;

/** A line of the chat's list. */
export interface Person {
  id: number;
  /** First and last name, the username where there is none. */
  name: string;
  role: Role;
  /** False: the account is closed; what was written stays. */
  isOpen: boolean;
  /** Null: nothing was written yet. */
  conversation: Conversation | null;
}

const order = new Intl.Collator('en-US', { numeric: true, sensitivity: 'base' });

/** First and last name, the username where there is none. */
export function nameOf(named: { firstName: string; lastName: string; userName: string }): string {
  return `${named.firstName} ${named.lastName}`.trim() || named.userName;
}

/** Who may be written to and who was: the newest conversation first, then by name; nobody writes to oneself. */
export function peopleOf(
  users: readonly Listed[],
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
        lastInstant(other).localeCompare(lastInstant(one)) || order.compare(one.name, other.name),
    );
}

function lastInstant({ conversation }: Person): string {
  return conversation?.lastMessage?.timestamp ?? '';
}

/** The people whose names have every word of the search. */
export function foundPeople(people: readonly Person[], search: string): Person[] {
  return people.filter(({ name, conversation }) =>
    matches(search, `${name} ${conversation?.userName ?? ''}`),
  );
}

/** A message in one line: its text, or what came without one. */
export function lineOf({ content, attachment }: Pick<Message, 'content' | 'attachment'>): string {
  if (content !== '') return content;
  return attachment?.kind === 'pdf' ? 'PDF' : 'Photo';
}
