import { expect, test } from 'vitest';
import type { User } from '#contract/users.ts';
import { everyone, listed, personName, toggledEmployees, valuesOf } from './user-names.ts';

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

test('filters by department and position', () => {
  const crew = [
    person(4, 'ana', { department: 'Shop', position: 'Mechanic' }),
    person(5, 'bo', { department: 'Road', position: 'Driver' }),
    person(6, 'cy', { department: ' Road', position: 'Trainer' }),
  ];
  expect(valuesOf([...crew, ...people], 'department')).toEqual(['Road', 'Shop']);
  const road = { ...everyone, department: 'Road' };
  expect(listed(crew, road).map(({ user_id }) => user_id)).toEqual([5, 6]);
  expect(listed(crew, { ...road, position: 'Driver' }).map(({ user_id }) => user_id)).toEqual([5]);
});

test('searches username and name without accents', () => {
  expect(found("o'neill ROSA").map(({ user_id }) => user_id)).toEqual([3]);
  expect(found('zaneta').map(({ user_id }) => user_id)).toEqual([1]);
  expect(found('nobody')).toEqual([]);
});

test('adds all employees to the choice, and removes them again', () => {
  expect(toggledEmployees(people, new Set([1, 3])).toSorted()).toEqual([1, 2, 3]);
  expect(toggledEmployees(people, new Set([1, 2, 3]))).toEqual([1]);
});

test('uses the username of a user without a name', () => {
  expect(people.map(personName)).toEqual(['Żaneta', 'driver10', "Rosa O'Neill"]);
});
