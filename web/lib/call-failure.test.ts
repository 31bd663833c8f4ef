import { expect, test } from 'vitest';
import { isRefusal } from './call-failure.ts';

test.each([400, 403, 413, 415, 422])('%i refuses: the next try has a key of its own', (status) => {
  expect(isRefusal(status)).toBe(true);
});

test.each([0, 408, 429, 500, 503])('%i leaves open whether an earlier try arrived', (status) => {
  expect(isRefusal(status)).toBe(false);
});
