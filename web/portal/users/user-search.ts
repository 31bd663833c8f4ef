import type { User } from '#contract/users.ts';
import { matches } from '#web/lib/text-match.ts';
import { type ColumnKey, shown } from './user-columns.ts';

export interface Filter {
  search: string;
  role: User['user_role'] | '';
}

export interface Sort {
  key: ColumnKey;
  descending: boolean;
}

const order = new Intl.Collator('en-US', { numeric: true, sensitivity: 'base' });

const searched: readonly ColumnKey[] = [
  'username',
  'user_email',
  'phone_number',
  'first_name',
  'last_name',
  'department',
  'position',
  'payroll_number',
];

/** The users with all the words somewhere in them; 'UID 7' and 'EID 7' are that one record. */
export function filtered(users: readonly User[], { search, role }: Filter): User[] {
  const ofRole = role === '' ? [...users] : users.filter(({ user_role }) => user_role === role);
  const exact = /^(uid|eid) ?(\d+)$/i.exec(search.trim());
  if (exact) {
    const key = exact[1]?.toLowerCase() === 'uid' ? 'user_id' : 'employee_id';
    return ofRole.filter((user) => user[key] === Number(exact[2]));
  }
  return ofRole.filter((user) =>
    matches(search, searched.map((key) => user[key] ?? '').join('\n')),
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
