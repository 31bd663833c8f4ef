import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import type { Message } from '#contract/chat.ts';
import { CallError } from '#contract/wire/endpoint.ts';
import { HistoryCopies } from './history-copies.ts';

const message = (id: number) =>
  ({ id, senderId: 3, receiverId: 7, content: `text ${id}`, timestamp: '' }) as Message;
const { signal } = new AbortController();

test('without a connection the newest messages come from the copy, with those received since', async () => {
  const copies = new HistoryCopies(new QueryClient());
  let status = 200;
  const load = copies.load(async (_partner, { after }) => {
    if (status !== 200) throw new CallError(status, { error: 'no' });
    return after === undefined
      ? { rows: [message(1), message(2)], next: '1' }
      : { rows: [message(2), message(3)], next: null };
  });
  await load(3, { limit: '50' }, signal);
  await load(3, { limit: '50', after: 2 }, signal);
  copies.add(3, [message(4)]);
  copies.add(5, [message(9)]);
  status = 0;
  const { rows, next } = await load(3, { limit: '50' }, signal);
  expect([rows.map(({ id }) => id), next]).toEqual([[1, 2, 3, 4], '1']);
  await expect(load(3, { limit: '50', before: '1' }, signal)).rejects.toThrow();
  await expect(load(5, { limit: '50' }, signal)).rejects.toThrow();
  status = 403;
  await expect(load(3, { limit: '50' }, signal)).rejects.toMatchObject({ status: 403 });
});
