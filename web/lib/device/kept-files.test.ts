import { expect, test } from 'vitest';
import { filesToRemove, type KeptFile } from './kept-files.ts';

const megabyte = 1024 * 1024;
const file = (n: number, values: Partial<KeptFile> = {}): KeptFile => ({
  key: `settlements/${n}.pdf`,
  bytes: megabyte,
  keptAt: n,
  ...values,
});
const files = (count: number) => Array.from({ length: count }, (_, n) => file(n));

test('the oldest files make room', () => {
  expect(filesToRemove(files(100))).toEqual([]);
  expect(filesToRemove(files(102).toReversed())).toEqual([file(0), file(1)]);
  const large = file(200, { bytes: 150 * megabyte });
  expect(filesToRemove([...files(52), large])).toEqual([file(0), file(1)]);
});
