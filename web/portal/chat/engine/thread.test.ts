import { describe, expect, it } from 'vitest';
import type { Message } from '#contract/chat.ts';
import { markRead, merge, reloadAfter, showThread } from './thread.ts';
import type { UnsentMessage } from './unsent-messages.ts';

const at = '2026-01-05T12:00:00.000Z';
const own = (id: number, more: Partial<Message> = {}): Message => ({
  id,
  senderId: 1,
  receiverId: 2,
  content: `own ${id}`,
  timestamp: at,
  ...more,
});
const received = (id: number, more: Partial<Message> = {}): Message =>
  own(id, { senderId: 2, receiverId: 1, ...more });
const unsent = (clientId: string, more: Partial<UnsentMessage> = {}): UnsentMessage => ({
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

describe('stored messages', () => {
  it('are sorted by id, each once; the same array when nothing is new', () => {
    const stored = merge([], [own(5), own(3), own(5)]);
    expect(stored.map(({ id }) => id)).toEqual([3, 5]);
    expect(merge(stored, [own(3), own(5)])).toBe(stored);
  });

  it('stay read when an older reply arrives', () => {
    const stored = merge([own(3)], [own(3, { readAt: at })]);
    expect(stored[0]?.readAt).toBe(at);
    expect(merge(stored, [own(3)])).toBe(stored);
  });

  it('of one sender are marked as read up to an id', () => {
    const read = markRead([own(1), received(2), own(3), own(4)], {
      senderId: 1,
      upTo: 3,
      readAt: at,
    });
    expect(read.map(({ readAt }) => readAt)).toEqual([at, undefined, at, undefined]);
  });

  it('are reloaded from the first unread own message on', () => {
    expect(reloadAfter([own(1, { readAt: at }), own(4), received(9)], 9, 1)).toBe(3);
    expect(reloadAfter([own(1, { readAt: at }), received(9)], 9, 1)).toBe(9);
    expect(reloadAfter([own(1)], 1, 1)).toBe(1);
  });
});

describe('a thread', () => {
  it('shows unsent messages last and keeps their keys when they are stored', () => {
    const failed = unsent('b', { error: 'no' });
    const other = received(2);
    const before = showThread([other], [unsent('a'), failed], 1);
    expect(before.map(({ key, state }) => [key, state])).toEqual([
      ['m2', 'sent'],
      ['a', 'sending'],
      ['b', 'failed'],
    ]);
    const after = showThread([other, own(7, { clientId: 'a' })], [unsent('a'), failed], 1);
    expect(after.map(({ key, id }) => [key, id])).toEqual([
      ['m2', 2],
      ['a', 7],
      ['b', null],
    ]);
    expect(after[0]).toBe(before[0]);
  });

  it('ignores the clientId of a received message', () => {
    const shown = showThread([received(2, { clientId: 'a' })], [unsent('a')], 1);
    expect(shown.map(({ key }) => key)).toEqual(['m2', 'a']);
  });
});
