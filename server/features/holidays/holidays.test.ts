import { expect, test } from 'vitest';
import { folded } from '../../platform/icalendar.ts';

test('folds long lines at 75 octets, between characters', () => {
  const line = `SUMMARY:${'Żółć 🚚 '.repeat(30)}`;
  const pieces = folded(line).split('\r\n');
  for (const piece of pieces) expect(Buffer.byteLength(piece)).toBeLessThanOrEqual(75);
  expect(pieces.slice(1).every((piece) => piece.startsWith(' '))).toBe(true);
  expect(pieces.map((piece, index) => (index === 0 ? piece : piece.slice(1))).join('')).toBe(line);
});
