import { expect, test } from 'vitest';
import { lengthOf } from './characters.ts';

test('counts an emoji and a line break as one character each', () => {
  expect(lengthOf('')).toBe(0);
  expect(lengthOf('a👍b')).toBe(3);
  expect(lengthOf('one\r\ntwo\rthree\n')).toBe('one-two-three-'.length);
});
