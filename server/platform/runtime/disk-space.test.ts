import { statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { newFolder } from '#tests/harness/new-folder.ts';
import { diskSpaceTask, diskWarnings, isLow, isNearlyFull } from './disk-space.ts';

const folder = newFolder();

const megabyte = 1024 * 1024;
const gigabyte = 1024 * megabyte;

test.each([
  // Free, total, whether to warn, whether uploads stop.
  [49 * gigabyte, 500 * gigabyte, true, false],
  [gigabyte, 5 * gigabyte, false, false],
  [gigabyte - 1, 5 * gigabyte, true, false],
  [500 * megabyte, 100 * gigabyte, true, false],
  [500 * megabyte - 1, 100 * gigabyte, true, true],
  // A small disk: uploads leave a tenth.
  [16 * megabyte - 1, 160 * megabyte, true, true],
])('%i of %i bytes free: warns %s, stops uploads %s (FLT4)', (free, total, low, nearlyFull) => {
  expect([isLow({ free, total }), isNearlyFull({ free, total })]).toEqual([low, nearlyFull]);
});

test('says how much is free, once for one disk (FLT4)', async () => {
  const config = { dataDir: folder, storageUrl: null };
  const measure = async () => ({ free: 300 * megabyte, total: 20 * gigabyte });
  expect(await diskWarnings(config, measure)).toEqual([
    'Only 300 MB (1 %) of the disk of DATA_DIR are free. Uploads have stopped.',
  ]);
  expect(await diskWarnings(config, async () => ({ free: 9, total: 10 }))).not.toEqual([]);
});

test('keeps a reserve on the disk for starts', async () => {
  const log = { warn: vi.fn() };
  const task = diskSpaceTask({ dataDir: folder, storageUrl: 's3://bucket' }, log);
  const size = () => statSync(join(folder, 'reserve')).size;
  await task.run();
  expect(size()).toBe(2 * megabyte);
  truncateSync(join(folder, 'reserve'), megabyte);
  await task.run();
  expect(size()).toBe(2 * megabyte);
});
