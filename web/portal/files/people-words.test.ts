import { expect, test } from 'vitest';
import type { User } from '#contract/users.ts';
import { listed, personName, toggledEmployees } from './people-words.ts';

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

test('employees stand before admins, each by username', () => {
  expect(listed(people, '').map(({ user_id }) => user_id)).toEqual([3, 2, 1]);
});

test('a search finds the username and the name, accents or not', () => {
  expect(listed(people, "o'neill ROSA").map(({ user_id }) => user_id)).toEqual([3]);
  expect(listed(people, 'zaneta').map(({ user_id }) => user_id)).toEqual([1]);
  expect(listed(people, 'nobody')).toEqual([]);
});

test('all employees are added to who is chosen, and taken away again', () => {
  expect(toggledEmployees(people, new Set([1, 3])).toSorted()).toEqual([1, 2, 3]);
  expect(toggledEmployees(people, new Set([1, 2, 3]))).toEqual([1]);
});

test('who has no name is called by the username', () => {
  expect(people.map(personName)).toEqual(['Żaneta', 'driver10', "Rosa O'Neill"]);
});
