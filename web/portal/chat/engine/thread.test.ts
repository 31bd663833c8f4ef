import { describe, expect, it } from 'vitest';
import type { Message } from '#contract/chat.ts';
import { askAfter, markRead, merge, presentThread } from './thread.ts';
import type { Waiting } from './waiting.ts';

const at = '2026-01-05T12:00:00.000Z';
const own = (id: number, more: Partial<Message> = {}): Message => ({
  id,
  senderId: 1,
  receiverId: 2,
  content: `own ${id}`,
  timestamp: at,
  ...more,
});
const theirs = (id: number, more: Partial<Message> = {}): Message =>
  own(id, { senderId: 2, receiverId: 1, ...more });
const waiting = (clientId: string, more: Partial<Waiting> = {}): Waiting => ({
  clientId,
  receiverId: 2,
  content: clientId,
  at: Date.parse(at),
  error: null,
  attached: null,
  file: null,
  percent: 0,
  ...more,
});

describe('what is stored', () => {
  it('is each once and by id, and the same array when nothing is new', () => {
    const stored = merge([], [own(5), own(3), own(5)]);
    expect(stored.map(({ id }) => id)).toEqual([3, 5]);
    expect(merge(stored, [own(3), own(5)])).toBe(stored);
  });

  it('never forgets that it was read, whatever an older answer says', () => {
    const stored = merge([own(3)], [own(3, { readAt: at })]);
    expect(stored[0]?.readAt).toBe(at);
    expect(merge(stored, [own(3)])).toBe(stored);
  });

  it('is read up to a message, of one sender', () => {
    const read = markRead([own(1), theirs(2), own(3), own(4)], {
      senderId: 1,
      upTo: 3,
      readAt: at,
    });
    expect(read.map(({ readAt }) => readAt)).toEqual([at, undefined, at, undefined]);
  });

  it('is asked for again from the first own message that nobody has read', () => {
    expect(askAfter([own(1, { readAt: at }), own(4), theirs(9)], 9, 1)).toBe(3);
    expect(askAfter([own(1, { readAt: at }), theirs(9)], 9, 1)).toBe(9);
    expect(askAfter([own(1)], 1, 1)).toBe(1);
  });
});

describe('what a screen shows', () => {
  it('puts what is not stored last, and keeps the key when it is', () => {
    const failed = waiting('b', { error: 'no' });
    const other = theirs(2);
    const before = presentThread([other], [waiting('a'), failed], 1);
    expect(before.map(({ key, state }) => [key, state])).toEqual([
      ['m2', 'sent'],
      ['a', 'sending'],
      ['b', 'failed'],
    ]);
    const after = presentThread([other, own(7, { clientId: 'a' })], [waiting('a'), failed], 1);
    expect(after.map(({ key, id }) => [key, id])).toEqual([
      ['m2', 2],
      ['a', 7],
      ['b', null],
    ]);
    expect(after[0]).toBe(before[0]);
  });

  it('does not let another’s page choose a key of ours', () => {
    const shown = presentThread([theirs(2, { clientId: 'a' })], [waiting('a')], 1);
    expect(shown.map(({ key }) => key)).toEqual(['m2', 'a']);
  });
});
