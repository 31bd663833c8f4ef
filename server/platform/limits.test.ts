import { afterEach, expect, test, vi } from 'vitest';
import { Pace } from './limits.ts';

afterEach(() => vi.restoreAllMocks());

test('a burst is as many as it says, whatever the clock shows', () => {
  const clock = vi.spyOn(performance, 'now');
  for (let step = 0; step < 500; step += 1) {
    clock.mockReturnValue(step * 1234.567_89 + 0.1);
    const pace = new Pace(100, 5);
    const answers = Array.from({ length: 101 }, () => pace.take(1));
    expect(answers, `at ${performance.now()} ms`).toEqual([...Array(100).fill(0), 1]);
  }
});
