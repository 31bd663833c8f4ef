import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Message } from '#contract/chat.ts';
import { unreadTotalQuery } from './badges.data.ts';
import { Unread } from './unread.ts';

let onServer: number;
let client: QueryClient;
let unread: Unread;
let stop: () => void;

beforeEach(async () => {
  vi.useFakeTimers();
  onServer = 2;
  client = new QueryClient();
  unread = new Unread(client);
  // An observer of the count; each answer takes 100 ms and has the count from when it was requested.
  stop = new QueryObserver(client, {
    ...unreadTotalQuery,
    queryFn: async () => {
      const total_unread = onServer;
      await new Promise((resolve) => setTimeout(resolve, 100));
      return { total_unread };
    },
  }).subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(100);
});
afterEach(() => {
  stop();
  client.clear();
});

const shown = () => client.getQueryData(unreadTotalQuery.queryKey)?.total_unread;
const from = (senderId: number, id: number): Message => ({
  id,
  senderId,
  receiverId: senderId === 1 ? 2 : 1,
  content: 'x',
  timestamp: '2026-01-05T12:00:00.000Z',
});

test('counts a message immediately and once, then reloads', async () => {
  onServer = 3;
  unread.receive(from(2, 9), 1);
  unread.receive(from(2, 9), 1);
  expect(shown()).toBe(3);
  onServer = 7;
  await vi.advanceTimersByTimeAsync(1000);
  expect(shown()).toBe(7);
});

test('a pending answer does not overwrite newer counts', async () => {
  unread.reload();
  await vi.advanceTimersByTimeAsync(50);
  onServer = 3;
  unread.receive(from(2, 9), 1);
  await vi.advanceTimersByTimeAsync(60);
  expect(shown()).toBe(3);
  await vi.advanceTimersByTimeAsync(1000);
  expect(shown()).toBe(3);
});
