import { expect, it } from 'vitest';
import type { Conversation, Message } from '#contract/chat.ts';
import { withMessage, withRead } from './conversation-list.ts';

const at = '2026-01-05T12:00:00.000Z';
const message = (id: number, senderId: number, receiverId: number): Message => ({
  id,
  senderId,
  receiverId,
  content: `${id}`,
  timestamp: at,
});
const entry = (userId: number, more: Partial<Conversation> = {}): Conversation => ({
  userId,
  firstName: '',
  lastName: '',
  userName: `user${userId}`,
  role: 'employee',
  isOpen: true,
  lastMessage: message(userId, userId, 1),
  unreadCount: 1,
  answeredBy: null,
  ...more,
});
const list = [entry(5), entry(4)];
/** As `4: 2`, in the order of the list. */
const counts = (conversations: Conversation[] | null) =>
  conversations?.map(({ userId, unreadCount }) => `${userId}: ${unreadCount}`);

it('moves the conversation to the top and counts an unseen message once', () => {
  const after = withMessage(list, message(9, 4, 1), 1, false);
  expect(counts(after)).toEqual(['4: 2', '5: 1']);
  expect(after && withMessage(after, message(9, 4, 1), 1, false)).toBe(after);
  expect(counts(withMessage(list, message(9, 4, 1), 1, true))).toEqual(['4: 1', '5: 1']);
  expect(counts(withMessage(list, message(9, 1, 4), 1, false))).toEqual(['4: 1', '5: 1']);
});

it('clears the count of messages read on another device, but not of newer ones', () => {
  const read = { readerId: 1, senderId: 5, upTo: 5, readAt: at };
  expect(counts(withRead(list, read, 1))).toEqual(['5: 0', '4: 1']);
  expect(counts(withRead(list, { ...read, upTo: 3 }, 1))).toEqual(['5: 1', '4: 1']);
});
