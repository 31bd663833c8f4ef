import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { collectWhenIdle } from './collect-when-idle.ts';

const gc = vi.fn();
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('gc', gc);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  gc.mockReset();
});

test('collects garbage once, 5 s after the last piece of work, and again after more work', () => {
  const working = collectWhenIdle();
  vi.advanceTimersByTime(60_000);
  expect(gc).not.toHaveBeenCalled();
  for (let n = 0; n < 4; n += 1) {
    working();
    vi.advanceTimersByTime(4_000);
  }
  expect(gc).not.toHaveBeenCalled();
  vi.advanceTimersByTime(60_000);
  expect(gc).toHaveBeenCalledTimes(1);
  working();
  vi.advanceTimersByTime(60_000);
  expect(gc).toHaveBeenCalledTimes(2);
});
