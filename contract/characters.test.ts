import { expect, test } from 'vitest';
import { lengthOf } from './characters.ts';

test('an emoji is one character, and so is a line break', () => {
  expect(lengthOf('')).toBe(0);
  expect(lengthOf('a👍b')).toBe(3);
  expect(lengthOf('one\r\ntwo\rthree\n')).toBe('one-two-three-'.length);
});
