import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Message } from '#contract/chat.ts';
import { unreadTotalQuery } from './badges.data.ts';
import { Unread } from './unread.ts';

let onServer: number;
let asked: number;
let client: QueryClient;
let unread: Unread;
let stop: () => void;

beforeEach(async () => {
  vi.useFakeTimers();
  onServer = 2;
  asked = 0;
  client = new QueryClient();
  unread = new Unread(client);
  // A header that shows the number; each answer takes 100 ms and is of when it was asked for.
  stop = new QueryObserver(client, {
    ...unreadTotalQuery,
    queryFn: async () => {
      asked += 1;
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
  vi.useRealTimers();
});

const shown = () => client.getQueryData(unreadTotalQuery.queryKey)?.total_unread;
const from = (senderId: number, id: number): Message => ({
  id,
  senderId,
  receiverId: senderId === 1 ? 2 : 1,
  content: 'x',
  timestamp: '2026-01-05T12:00:00.000Z',
});

test('a message counts at once and once, and the server is asked', async () => {
  onServer = 3;
  unread.came(from(2, 9), 1);
  unread.came(from(2, 9), 1);
  expect(shown()).toBe(3);
  onServer = 7;
  await vi.advanceTimersByTimeAsync(1000);
  expect(shown()).toBe(7);
});

test('one’s own message and one that is being read change nothing', async () => {
  unread.inSight = 2;
  unread.came(from(1, 9), 1);
  unread.came(from(2, 10), 1);
  await vi.advanceTimersByTimeAsync(2000);
  expect([shown(), asked]).toEqual([2, 1]);
});

test('an answer from before does not take back what has happened since', async () => {
  unread.ask();
  await vi.advanceTimersByTimeAsync(50);
  onServer = 3;
  unread.came(from(2, 9), 1);
  await vi.advanceTimersByTimeAsync(60);
  expect(shown()).toBe(3);
  await vi.advanceTimersByTimeAsync(1000);
  expect(shown()).toBe(3);
});

test('a flood of messages is a few questions', async () => {
  for (let id = 1; id <= 100; id += 1) {
    unread.came(from(2, id), 1);
    await vi.advanceTimersByTimeAsync(10);
  }
  expect(shown()).toBeGreaterThan(2);
  await vi.advanceTimersByTimeAsync(1000);
  expect(asked).toBeLessThan(6);
  expect(shown()).toBe(2);
});
