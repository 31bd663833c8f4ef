import { roles } from '#contract/access.ts';
import type { User } from '#contract/users.ts';
import { matches } from '#web/lib/text-match.ts';
import { type ColumnKey, columns, shown } from './user-columns.ts';

export interface Filter {
  q: string;
  role: User['user_role'] | '';
  /** A column, after `-` in descending order. */
  sort: ColumnKey | `-${ColumnKey}`;
}

export const everything: Filter = { q: '', role: '', sort: 'user_id' };
export const filterChoices = {
  role: [...roles],
  sort: columns.flatMap(({ key }) => [key, `-${key}`]),
};

export interface Sort {
  key: ColumnKey;
  descending: boolean;
}

/** The order that a filter asks for. */
export function sortOf({ sort }: Pick<Filter, 'sort'>): Sort {
  return { key: sort.replace('-', '') as ColumnKey, descending: sort.startsWith('-') };
}

const order = new Intl.Collator('en-US', { numeric: true, sensitivity: 'base' });

const searched: readonly ColumnKey[] = [
  'username',
  'user_email',
  'first_name',
  'last_name',
  'department',
  'position',
  'payroll_number',
];

/** The users with all the words somewhere in them; 'UID 7' and 'EID 7' are that one record. */
export function filtered(users: readonly User[], { q, role }: Pick<Filter, 'q' | 'role'>): User[] {
  const ofRole = role === '' ? [...users] : users.filter(({ user_role }) => user_role === role);
  const exact = /^(uid|eid) ?(\d+)$/i.exec(q.trim());
  if (exact) {
    const key = exact[1]?.toLowerCase() === 'uid' ? 'user_id' : 'employee_id';
    return ofRole.filter((user) => user[key] === Number(exact[2]));
  }
  return ofRole.filter((user) =>
    matches(q, searched.map((key) => user[key] ?? '').join('\n'), [user.phone_number]),
  );
}

/** In the order of one column; what is not known stands at the end either way. */
export function sorted(users: readonly User[], { key, descending }: Sort): User[] {
  const sign = descending ? -1 : 1;
  return users.toSorted((one, other) => {
    const [a, b] = [one[key], other[key]];
    const gaps = Number(a === null || a === '') - Number(b === null || b === '');
    if (gaps !== 0) return gaps;
    return sign * compared(one, other, key) || one.user_id - other.user_id;
  });
}

function compared(one: User, other: User, key: ColumnKey): number {
  const [a, b] = [one[key], other[key]];
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  // A calendar date sorts as it is written, not as it is shown.
  if (key === 'hire_date') return order.compare(String(a), String(b));
  return order.compare(shown(one, key), shown(other, key));
}
