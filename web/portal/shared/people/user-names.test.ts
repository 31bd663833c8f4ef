import { expect, test } from 'vitest';
import type { User } from '#contract/users.ts';
import { everyone, listed } from './user-names.ts';

function person(user_id: number, username: string, values: Partial<User> = {}): User {
  return {
    user_id,
    username,
    first_name: null,
    last_name: null,
    user_role: 'employee',
    ...values,
  } as User;
}

const people = [
  person(1, 'zeta', { user_role: 'admin', first_name: 'Żaneta' }),
  person(2, 'driver10'),
  person(3, 'driver9', { first_name: 'Rosa', last_name: "O'Neill" }),
];

test('lists employees before admins, each by username', () => {
  expect(listed(people, everyone).map(({ user_id }) => user_id)).toEqual([3, 2, 1]);
});

const found = (search: string) => listed(people, { ...everyone, search });

test('searches username and name without accents', () => {
  expect(found("o'neill ROSA").map(({ user_id }) => user_id)).toEqual([3]);
  expect(found('zaneta').map(({ user_id }) => user_id)).toEqual([1]);
  expect(found('nobody')).toEqual([]);
});
