import { personName } from '#contract/text/employee-name.ts';
import { distinctLines, isSameLine, matches } from '#contract/text/text-match.ts';
import type { User } from '#contract/users.ts';

const order = new Intl.Collator('en-US', { numeric: true, sensitivity: 'base' });

/** The filter of a checklist of people; '' for all. */
export interface PeopleFilter {
  search: string;
  department: string;
  position: string;
}

export const everyone: PeopleFilter = { search: '', department: '', position: '' };

/** Returns each department or position that one of the people has, sorted. */
export function valuesOf(people: readonly User[], key: 'department' | 'position'): string[] {
  return distinctLines(people.map((person) => person[key]));
}

/** The people that the filter matches: employees before admins, each by username. */
export function listed(people: readonly User[], filter: PeopleFilter): User[] {
  const { search, department, position } = filter;
  return people
    .filter((person) => matches(search, `${person.username} ${personName(person)}`))
    .filter((person) => department === '' || isSameLine(person.department, department))
    .filter((person) => position === '' || isSameLine(person.position, position))
    .toSorted(
      (one, other) =>
        Number(one.user_role === 'admin') - Number(other.user_role === 'admin') ||
        order.compare(one.username, other.username),
    );
}

/** The ids after 'All employees' was pressed: adds all, or removes them when all are chosen. */
export function toggledEmployees(people: readonly User[], chosen: ReadonlySet<number>): number[] {
  const employees = people.filter(({ user_role }) => user_role === 'employee');
  const ids = new Set(employees.map(({ user_id }) => user_id));
  const rest = [...chosen].filter((id) => !ids.has(id));
  return [...ids].every((id) => chosen.has(id)) ? rest : [...rest, ...ids];
}
