import { expect, test } from 'vitest';
import { filesToRemove, hasRoom, type KeptFile, userOf } from './kept-files.ts';

const megabyte = 1024 * 1024;
const file = (n: number, values: Partial<KeptFile> = {}): KeptFile => ({
  key: `settlements/${n}.pdf`,
  bytes: megabyte,
  keptAt: n,
  isPinned: false,
  ...values,
});
const files = (count: number, values?: Partial<KeptFile>) =>
  Array.from({ length: count }, (_, n) => file(n, values));

test('the oldest files make room, and never those that the user keeps', () => {
  expect(filesToRemove(files(100))).toEqual([]);
  expect(filesToRemove([file(0, { isPinned: true }), ...files(102).slice(1)])).toEqual([
    file(1),
    file(2),
  ]);
  const large = file(200, { bytes: 150 * megabyte });
  expect(filesToRemove([...files(52), large])).toEqual([file(0), file(1)]);
});

test('a file fits beside those that the user keeps', () => {
  expect(hasRoom(files(100), megabyte)).toBe(true);
  expect(hasRoom(files(100, { isPinned: true }), megabyte)).toBe(false);
  expect(hasRoom(files(1, { isPinned: true }), 200 * megabyte)).toBe(false);
});

test('the path of a copy names its user', () => {
  expect(userOf('/kept-files/12/settlements/x.pdf')).toBe(12);
  for (const path of ['/kept-files/', '/kept-files/0/x', '/kept-files/x/1', '/files/12/x']) {
    expect(userOf(path)).toBeNull();
  }
});
