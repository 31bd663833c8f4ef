/** Nightly backups in a bucket. Those in a folder: nightly-backup.test.ts. */
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { startApp } from '../../tests/harness/app.ts';
import { sha256 } from '../../tests/harness/multipart.ts';
import { ownedFilesOf } from '../../tests/harness/owned-files.ts';
import { startBucket } from '../../tests/harness/s3.ts';
import { createAppContext } from '../create-app-context.ts';
import { nightlyBackup } from './nightly-backup.ts';
import { restore } from './restore.ts';

const night = (day: string) => new Date(`${day}T09:00:00Z`);

test('a nightly backup in a bucket can be restored to an empty machine', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'headrack-bucket-'));
  const bucket = await startBucket();
  const t = await startApp('sqlite');
  onTestFinished(async () => {
    await t.close();
    await bucket.close();
    rmSync(folder, { recursive: true });
  });
  for (const _ of [1, 2, 3]) {
    const key = `training/${randomUUID()}.pdf`;
    await ownedFilesOf(() => t).store(key, randomBytes(1_000));
  }
  const backupDir = bucket.url.replace('s3://files', 's3://files/backups');
  const config = { ...t.ctx.config, backupDir };
  const { lines, problems } = await nightlyBackup(config, night('2100-11-01'));
  expect(problems).toEqual([]);
  expect(lines).toContain('The backup of 2100-11-01 can be restored.');

  const other = { ...config, dataDir: join(folder, 'data') };
  await restore(other, backupDir.replace('?', '/2100-11-01?'));
  const restored = await createAppContext(other, pino({ level: 'silent' }));
  onTestFinished(restored.close);
  const objects = await t.ctx.db.selectFrom('objects').selectAll().orderBy('key').execute();
  expect(objects).toHaveLength(3);
  const found = restored.db.selectFrom('objects').selectAll().orderBy('key');
  expect(await found.execute()).toEqual(objects);
  for (const { key, sha256: hash } of objects) {
    expect(sha256(await buffer(await restored.storage.read(key))), key).toBe(hash);
  }
});
