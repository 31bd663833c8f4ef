import { expect, test } from 'vitest';
import { countOf } from './search-box.tsx';

test.each([
  [1, 1, '1 inquiry'],
  [0, 1, '0 of 1 inquiry'],
  [40, 40, '40 inquiries'],
  [1, 40, '1 of 40 inquiries'],
])('%i shown of %i reads %j', (shown, all, words) => {
  expect(countOf(shown, all, 'inquiry', 'inquiries')).toBe(words);
});
