import { beforeEach, expect, test, vi } from 'vitest';
import { throttle } from './throttle.ts';

beforeEach(() => vi.useFakeTimers());

test('runs at once, and a call during the pause runs at its end', () => {
  const action = vi.fn();
  const { run } = throttle(1000, action);
  run();
  run();
  run();
  expect(action).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1000);
  expect(action).toHaveBeenCalledTimes(2);
});

test('after a stop nothing waits, and the next call runs at once', () => {
  const action = vi.fn();
  const { run, stop } = throttle(1000, action);
  run();
  run();
  stop();
  vi.advanceTimersByTime(1000);
  expect(action).toHaveBeenCalledTimes(1);
  run();
  expect(action).toHaveBeenCalledTimes(2);
});
