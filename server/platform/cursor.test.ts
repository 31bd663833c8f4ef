import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeCursor, encodeCursor, pageOf } from './cursor.ts';
import { HttpError } from './errors.ts';

test('decodes an encoded cursor', () => {
  const cursor = { at: '2026-03-06T17:00:00.000Z', id: 7 };
  expect(decodeCursor(encodeCursor(cursor))).toEqual(cursor);
  expect(decodeCursor(undefined)).toBeNull();
});

test('throws 400 that names the field for any other text', () => {
  const forge = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const forged = [
    'x',
    '%%%',
    forge(null),
    forge([]),
    forge(['a']),
    forge(['a', '1']),
    forge(['a\0b', 1]),
    forge([1, 1]),
    forge(['a', 1.5]),
    forge({ at: 'a', id: 1 }),
  ];
  for (const before of forged) {
    expect(() => decodeCursor(before), before).toThrow(HttpError);
  }
  fc.assert(
    fc.property(fc.string(), (before) => {
      try {
        decodeCursor(before);
      } catch (error) {
        expect(error).toMatchObject({ status: 400 });
      }
    }),
  );
});

test('returns the next cursor except on the last page', () => {
  const rows = [3, 2, 1].map((id) => ({ id }));
  const at = ({ id }: { id: number }) => ({ at: 'day', id });
  expect(pageOf(rows, 2, at)).toEqual({
    rows: [{ id: 3 }, { id: 2 }],
    next: encodeCursor({ at: 'day', id: 2 }),
  });
  expect(pageOf(rows, 3, at)).toEqual({ rows, next: null });
  expect(pageOf(rows, undefined, at)).toEqual({ rows, next: null });
});
