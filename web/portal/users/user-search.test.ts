import { expect, test } from 'vitest';
import type { User } from '#contract/users.ts';
import { type Sort, sortUsers } from './user-search.ts';

const user = (user_id: number, pto_hours: number, hire_date: string | null) =>
  ({ user_id, username: `driver${user_id}`, pto_hours, hire_date }) as User;
const people = [user(10, 8, null), user(9, 40.5, '2019-04-01'), user(2, 100, '2021-01-15')];
const ids = (users: readonly User[]) => users.map(({ user_id }) => user_id);

test('sorts numbers as numbers, dates by the calendar, and empty values last', () => {
  const by = (key: Sort['key'], descending = false) => ids(sortUsers(people, { key, descending }));
  expect(by('user_id')).toEqual([2, 9, 10]);
  expect(by('username')).toEqual([2, 9, 10]);
  expect(by('pto_hours', true)).toEqual([2, 9, 10]);
  expect(by('hire_date')).toEqual([9, 2, 10]);
  expect(by('hire_date', true)).toEqual([2, 9, 10]);
});
