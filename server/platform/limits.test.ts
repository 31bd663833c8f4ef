import { afterEach, expect, test, vi } from 'vitest';
import { TokenBucket } from './limits.ts';

afterEach(() => vi.restoreAllMocks());

test('allows exactly the burst, at any clock value', () => {
  const clock = vi.spyOn(performance, 'now');
  for (let step = 0; step < 500; step += 1) {
    clock.mockReturnValue(step * 1234.567_89 + 0.1);
    const pace = new TokenBucket(100, 5);
    const answers = Array.from({ length: 101 }, () => pace.take(1));
    expect(answers, `at ${performance.now()} ms`).toEqual([...Array(100).fill(0), 1]);
  }
});
