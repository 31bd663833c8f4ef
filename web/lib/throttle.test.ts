import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { throttle } from './throttle.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('runs the first call immediately and one after each pause, including the last', () => {
  const action = vi.fn();
  const { run, stop } = throttle(1000, action);
  run();
  expect(action).toHaveBeenCalledTimes(1);
  for (let call = 0; call < 50; call += 1) run();
  expect(action).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1000);
  expect(action).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(5000);
  expect(action).toHaveBeenCalledTimes(2);
  run();
  run();
  stop();
  vi.advanceTimersByTime(5000);
  expect(action).toHaveBeenCalledTimes(3);
});
