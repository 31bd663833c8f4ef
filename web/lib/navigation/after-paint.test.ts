import { beforeEach, expect, test, vi } from 'vitest';
import { afterPaint } from './after-paint.ts';

const { signal } = new AbortController();
let frames: (() => void)[];

beforeEach(() => {
  frames = [];
  vi.useFakeTimers();
  vi.stubGlobal('document', { hidden: false });
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => frames.push(run));
});
const settle = () => vi.advanceTimersByTimeAsync(1);

/** The next frame, and what comes after it. */
async function paint() {
  for (const run of frames.splice(0)) run();
  await settle();
}

test('requests wait for a frame, six run at once, and each end starts the next in order', async () => {
  const ends: (() => void)[] = [];
  const started: number[] = [];
  const results = Array.from({ length: 8 }, (_, n) =>
    afterPaint(() => {
      started.push(n);
      return new Promise<number>((resolve) => ends.push(() => resolve(n)));
    }, signal),
  );
  await settle();
  expect(started).toEqual([]);
  await paint();
  expect(started).toEqual([0, 1, 2, 3, 4, 5]);
  ends[3]?.();
  await settle();
  expect(started).toEqual([0, 1, 2, 3, 4, 5, 6]);
  for (let n = 0; n < 8; n += 1) {
    ends[n]?.();
    await settle();
  }
  expect(await Promise.all(results)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
});

test('a hidden page, which paints nothing, does not wait', async () => {
  vi.stubGlobal('document', { hidden: true });
  expect(await afterPaint(async () => 'sent', signal)).toBe('sent');
});
