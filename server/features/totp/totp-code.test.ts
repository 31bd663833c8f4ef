import { expect, test } from 'vitest';
import { base32, matchingStep, stepOf, totpCode } from './totp-code.ts';

const secret = base32(Buffer.from('12345678901234567890'));

test.each([
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
])('returns the code of RFC 6238, appendix B, at %i s', (seconds, code) => {
  expect(totpCode(secret, stepOf(new Date(seconds * 1000)))).toBe(code);
});

test('accepts the code of one step before and after, and no other', () => {
  const now = new Date(1234567890_000);
  const step = stepOf(now);
  const accepted = [-2, -1, 0, 1, 2].map((offset) =>
    matchingStep(secret, totpCode(secret, step + offset), now),
  );
  expect(accepted).toEqual([null, step - 1, step, step + 1, null]);
});

test.each(['', '12345', '1234567', 'abcdef', '１２３４５６', '-12345'])('refuses %j', (code) => {
  expect(matchingStep(secret, code, new Date())).toBeNull();
});

test('ignores spaces in a code', () => {
  expect(matchingStep(secret, ' 287 082 ', new Date(59_000))).toBe(1);
});
