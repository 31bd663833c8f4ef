import { expect, test } from 'vitest';
import type { Conversation } from '#contract/chat.ts';
import { answerOf, peopleOf, previewOf, searchPeople } from './chat-people.ts';

const user = (user_id: number, username: string, first_name: string | null = null) => ({
  user_id,
  username,
  first_name,
  last_name: first_name && 'Vega',
  user_role: 'employee' as const,
});

const conversation = (userId: number, day: number | null): Conversation => ({
  userId,
  firstName: '',
  lastName: '',
  userName: `user-${userId}`,
  role: 'employee',
  isOpen: userId !== 9,
  lastMessage:
    day === null
      ? null
      : {
          id: day,
          senderId: userId,
          receiverId: 1,
          content: 'At the gate.',
          timestamp: `2026-03-0${day}T12:00:00.000Z`,
        },
  unreadCount: 0,
  answeredBy: null,
});

test('lists those on duty first, in the same order (M8)', () => {
  const users = [user(2, 'zoe'), user(3, 'bob'), user(4, 'ann'), user(5, 'joe')];
  const duty = new Map([
    [2, ''],
    [4, ''],
    [9, ''],
  ]);
  const people = peopleOf(users, [conversation(3, 5), conversation(2, 3)], 1, duty);
  expect(people.map(({ id }) => id)).toEqual([2, 4, 3, 5]);
});

test('lists the newest conversation first, then people by name, never the user (M1)', () => {
  const people = peopleOf(
    [user(1, 'me'), user(2, 'zoe'), user(3, 'x3', 'Ángel'), user(4, 'bob'), user(5, 'Ann')],
    [conversation(4, 3), conversation(9, 5), conversation(2, null)],
    1,
  );
  expect(people.map(({ name }) => name)).toEqual([
    'user-9',
    'user-4',
    'Ángel Vega',
    'Ann',
    'user-2',
  ]);
  expect(people.map(({ isOpen }) => isOpen)).toEqual([false, true, true, true, true]);
  expect(searchPeople(people, 'VEGA angel').map(({ id }) => id)).toEqual([3]);
  expect(searchPeople(people, '')).toHaveLength(5);
});

test('previews a message without text by the kind of its file', () => {
  const file = { key: 'k', name: 'a', size: 1 };
  expect(previewOf({ content: 'Hi', attachment: { ...file, kind: 'pdf' } })).toBe('Hi');
  expect(previewOf({ content: '', attachment: { ...file, kind: 'pdf' } })).toBe('PDF');
  expect(previewOf({ content: '', attachment: { ...file, kind: 'jpeg' } })).toBe('Photo');
});

test('shows who answered until the employee writes again', () => {
  const answered = (day: number, senderId = 2) => {
    const { lastMessage, ...own } = conversation(2, day);
    const answeredBy = { userId: 7, firstName: 'Bo', lastName: '', userName: 'bo' };
    return peopleOf(
      [],
      [
        {
          ...own,
          lastMessage: lastMessage && { ...lastMessage, senderId },
          answeredBy: { ...answeredBy, timestamp: '2026-03-04T13:00:00.000Z' },
        },
      ],
      1,
    ).map((person) => answerOf(person)?.firstName);
  };
  expect(answered(3)).toEqual(['Bo']);
  expect(answered(4)).toEqual(['Bo']);
  expect(answered(5)).toEqual([undefined]);
  expect(answered(5, 1)).toEqual(['Bo']);
});
