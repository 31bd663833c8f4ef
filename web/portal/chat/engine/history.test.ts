import { type QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import type { Message } from '#contract/chat.ts';
import { CallError } from '#contract/wire/endpoint.ts';
import { newClient } from '#tests/harness/chat-thread.ts';
import { Histories } from './history.ts';

const message = (id: number) =>
  ({ id, senderId: 3, receiverId: 7, content: `text ${id}`, timestamp: '' }) as Message;

/** The conversation with user 3, opened in a new document that has this copy. */
function open(load: () => Message[], copy?: unknown) {
  const client: QueryClient = newClient();
  if (copy !== undefined) client.setQueryData(['chat-history', 3], copy);
  const histories = new Histories(client, 7, async () => ({ rows: load(), next: 'older' }));
  const observer = new QueryObserver(client, histories.options(3));
  const close = observer.subscribe(() => undefined);
  return { histories, observer, close, ids: () => histories.rows(3).map(({ id }) => id) };
}

test('without a connection the messages come from the copy, with those received since', async () => {
  const first = open(() => [message(1), message(2)]);
  await expect.poll(first.ids).toEqual([1, 2]);
  first.histories.receive(3, [message(4)]);
  first.histories.receive(5, [message(9)]);
  first.close();

  const copy = first.observer.getCurrentQuery().state.data;
  const offline = () => {
    throw new CallError(0, { error: 'no' });
  };
  const later = open(offline, copy);
  await expect.poll(() => later.observer.getCurrentResult().failureReason).not.toBe(null);
  expect([later.ids(), later.observer.getCurrentResult().data?.isLoaded]).toEqual([
    [1, 2, 4],
    true,
  ]);
  later.close();
});

test('the first reply replaces a copy, whose messages may be deleted by now', async () => {
  const copy = { rows: [message(1), message(2)], next: null, isLoaded: true, readEvents: [] };
  const { ids, observer, close } = open(() => [message(2), message(3)], copy);
  await expect.poll(ids).toEqual([2, 3]);
  expect(observer.getCurrentResult().data?.next).toBe('older');
  close();
});
