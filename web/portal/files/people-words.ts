import type { User } from '#contract/users.ts';
import { matches } from '#web/lib/text-match.ts';

type Named = Pick<User, 'username' | 'first_name' | 'last_name'>;

/** First and last name, the username where there is none. */
export function personName({ username, first_name, last_name }: Named): string {
  return [first_name, last_name].filter(Boolean).join(' ') || username;
}

const order = new Intl.Collator('en-US', { numeric: true, sensitivity: 'base' });

/** The people of a checklist: employees before admins, each by username, with all the words somewhere in their names. */
export function listed(people: readonly User[], search: string): User[] {
  return people
    .filter((person) => matches(search, `${person.username} ${personName(person)}`))
    .toSorted(
      (one, other) =>
        Number(one.user_role === 'admin') - Number(other.user_role === 'admin') ||
        order.compare(one.username, other.username),
    );
}

/** The ids after 'All employees' was pressed: all of them added, or taken away when all were there. */
export function toggledEmployees(people: readonly User[], chosen: ReadonlySet<number>): number[] {
  const employees = people.filter(({ user_role }) => user_role === 'employee');
  const ids = new Set(employees.map(({ user_id }) => user_id));
  const rest = [...chosen].filter((id) => !ids.has(id));
  return [...ids].every((id) => chosen.has(id)) ? rest : [...rest, ...ids];
}
