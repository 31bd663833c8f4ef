import { expect, test } from 'vitest';
import type { User } from '#contract/users.ts';
import { type Sort, sortUsers } from './user-search.ts';

function user(user_id: number, values: Partial<User> = {}): User {
  return {
    user_id,
    username: `driver${user_id}`,
    user_email: `driver${user_id}@example.com`,
    phone_number: '',
    user_role: 'employee',
    employee_id: null,
    first_name: null,
    last_name: null,
    department: null,
    position: null,
    hire_date: null,
    payroll_number: null,
    pto_hours: null,
    work_hours: null,
    version: 1,
    employee_version: null,
    sign_in: 'signed_in',
    link_sent_at: null,
    ...values,
  };
}

const linked = { employee_id: 4, first_name: 'Ana', last_name: 'Ruiz', hire_date: '2019-04-01' };
const people = [
  user(10, { pto_hours: 8, sign_in: 'link_sent' }),
  user(9, { ...linked, pto_hours: 40.5, user_role: 'admin' }),
  user(2, { hire_date: '2021-01-15', pto_hours: 100, payroll_number: 'KT-0417' }),
];
const ids = (users: readonly User[]) => users.map(({ user_id }) => user_id);

test('sorts numbers as numbers, dates by the calendar, and empty values last', () => {
  const by = (key: Sort['key'], descending = false) => ids(sortUsers(people, { key, descending }));
  expect(by('user_id')).toEqual([2, 9, 10]);
  expect(by('username')).toEqual([2, 9, 10]);
  expect(by('pto_hours', true)).toEqual([2, 9, 10]);
  expect(by('hire_date')).toEqual([9, 2, 10]);
  expect(by('hire_date', true)).toEqual([2, 9, 10]);
});
