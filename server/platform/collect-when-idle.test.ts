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

test('collects garbage soon after the first piece of work, 5 s after the last, and again after more', () => {
  const working = collectWhenIdle();
  vi.advanceTimersByTime(60_000);
  expect(gc).not.toHaveBeenCalled();
  working();
  vi.advanceTimersByTime(300);
  expect(gc).toHaveBeenCalledTimes(1);
  gc.mockReset();
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
