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
  const { ask, stop } = throttle(1000, action);
  ask();
  expect(action).toHaveBeenCalledTimes(1);
  for (let asked = 0; asked < 50; asked += 1) ask();
  expect(action).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1000);
  expect(action).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(5000);
  expect(action).toHaveBeenCalledTimes(2);
  ask();
  ask();
  stop();
  vi.advanceTimersByTime(5000);
  expect(action).toHaveBeenCalledTimes(3);
});
