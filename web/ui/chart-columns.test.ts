import { describe, expect, it } from 'vitest';
import { niceTop } from './chart-columns.tsx';

describe('the maximum of a scale', () => {
  it.each([
    [0, 1],
    [0.03, 0.03],
    [1, 1],
    [1.01, 1.2],
    [11_000, 12_000],
    [999, 1000],
    [1000, 1000],
    [4321, 5000],
    [9_999_999.99, 10_000_000],
  ])('for %d is %d', (highest, top) => expect(niceTop(highest)).toBeCloseTo(top, 9));

  it('is 1 without a finite value', () => expect(niceTop(Number.NEGATIVE_INFINITY)).toBe(1));
});
