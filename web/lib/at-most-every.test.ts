import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { atMostEvery } from './at-most-every.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a flood becomes the first at once and one after each pause, the last included', () => {
  const deed = vi.fn();
  const { ask, stop } = atMostEvery(1000, deed);
  ask();
  expect(deed).toHaveBeenCalledTimes(1);
  for (let asked = 0; asked < 50; asked += 1) ask();
  expect(deed).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1000);
  expect(deed).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(5000);
  expect(deed).toHaveBeenCalledTimes(2);
  ask();
  ask();
  stop();
  vi.advanceTimersByTime(5000);
  expect(deed).toHaveBeenCalledTimes(3);
});
