import { expect, test } from 'vitest';
import { filesToRemove, type KeptFile } from './kept-files.ts';

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
