import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { beforeEach, expect, test, vi } from 'vitest';
import { defaultTimeouts } from '../limits/timeouts.ts';
import { watchBody } from './body-watchdog.ts';

const megabyte = 1024 * 1024;
const maxBytes = 10 * megabyte;

beforeEach(() => {
  vi.useFakeTimers();
});
/** Watches a body with the default timeouts; `outcome` is the error code, or `running`. */
function watched(declared: number | null = null) {
  const body = new PassThrough({ highWaterMark: maxBytes });
  body.on('error', () => {});
  const headers = declared === null ? {} : { 'content-length': String(declared) };
  const message = Object.assign(body, { headers }) as unknown as IncomingMessage;
  const limits = { bytes: maxBytes, timeouts: defaultTimeouts.upload };
  body.resume();
  const { failed, stop } = watchBody(message, limits);
  let outcome = 'running';
  failed.catch((error: { code: string }) => {
    outcome = error.code;
  });
  return {
    body,
    stop,
    outcome: () => outcome,
    /** Sends a chunk at these intervals for a while; returns the seconds until the end or the failure. */
    async send(chunk: number, everyMs: number, forMs: number): Promise<number> {
      let passed = 0;
      for (; passed < forMs && outcome === 'running'; passed += everyMs) {
        body.write(Buffer.alloc(chunk));
        await vi.advanceTimersByTimeAsync(everyMs);
      }
      return passed / 1000;
    },
  };
}

test('ends an upload of one byte every 20 s after half a minute (FLT13)', async () => {
  const { send, outcome } = watched();
  const seconds = await send(1, 20_000, 3_600_000);
  expect([outcome(), seconds]).toEqual(['incomplete_upload', 40]);
});

test('ends an upload that pauses for two minutes', async () => {
  const { send, outcome } = watched(10_000_000);
  await send(1_000_000, 1_000, 5_000);
  await vi.advanceTimersByTimeAsync(118_000);
  expect(outcome()).toBe('running');
  await vi.advanceTimersByTimeAsync(4_000);
  expect(outcome()).toBe('incomplete_upload');
});

test.each([
  ['of 5 MB', 5_000_000, 1_120],
  ['of undeclared size', null, 120 + maxBytes / 5_000],
  ['of a false size', 10 ** 12, 120 + maxBytes / 5_000],
])(
  'ends an upload %s that just keeps the minimum rate after its total time',
  async (_, declared, total) => {
    const { body, send, outcome } = watched(declared);
    body.write(Buffer.alloc(30_000));
    const seconds = await send(1_100, 1_000, 100_000_000);
    expect(outcome()).toBe('incomplete_upload');
    expect(seconds).toBeGreaterThanOrEqual(Math.floor(total));
    expect(seconds).toBeLessThan(total + 5);
  },
);

test('does not blame the sender while the server is slow to write', async () => {
  const { body, send, outcome, stop } = watched(10_000_000);
  await send(100_000, 100, 1_000);
  body.pause();
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(outcome()).toBe('running');
  body.resume();
  await send(10_000, 500, 60_000);
  expect(outcome()).toBe('running');
  stop();
});
