import { pino } from 'pino';
import { beforeEach, expect, test, vi } from 'vitest';
import { RefusedRequests, refusedLine } from './refused-requests.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
test('of a flood each line is logged at once and then once a minute with its count, in bounded memory', () => {
  const lines: { msg: string; code: string; count?: number; request_id?: number }[] = [];
  const write = (text: string) => lines.push(JSON.parse(text));
  const { logMethod } = new RefusedRequests();
  const log = pino({ hooks: { logMethod } }, { write });
  const refuse = (from: string, request_id: number) =>
    log
      .child({ request_id })
      .info({ code: 'rate_limited', [refusedLine]: from }, 'request refused');
  for (let second = 0; second < 300; second += 1) {
    for (let times = 0; times < 10; times += 1) refuse('203.0.113.7', second);
    if (second === 70) refuse('198.51.100.9', 4711);
    vi.advanceTimersByTime(1000);
  }
  const flood = lines.filter(({ request_id }) => request_id !== 4711);
  expect(flood.map(({ count }) => count)).toEqual([undefined, 599, 600, 600, 600, 600]);
  expect(lines).toHaveLength(flood.length + 1);
  expect(JSON.stringify(lines)).not.toContain('203.0.113');

  lines.length = 0;
  for (let from = 0; from < 20_000; from += 1) refuse(`2001:db8::${from}`, from);
  vi.advanceTimersByTime(60_000);
  expect(lines.length).toBeLessThan(110);
  expect(lines.reduce((sum, { count = 1 }) => sum + count, 0)).toBe(20_000);
  log.info('request refused');
  log.info('request refused');
  expect(lines.at(-2)).toMatchObject({ msg: 'request refused' });
});
