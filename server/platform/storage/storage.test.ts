import { randomUUID } from 'node:crypto';
import { readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '#tests/harness/free-port.ts';
import { newFolder } from '#tests/harness/new-folder.ts';
import { type Bucket, startBucket } from '#tests/harness/s3.ts';
import { openStorage } from './open-storage.ts';
import type { Storage } from './storage.ts';

const climbing = [
  '../secret.txt',
  '/etc/passwd',
  'resumes/%2e%2e/x.pdf',
  `resumes/${randomUUID()}.pdf/../x`,
  `resumes/${randomUUID()}.pdf\0`,
  '',
];

const keysOf = (storage: Storage) => Array.fromAsync(storage.list(), ({ key }) => key);

describe.each(['local', 's3'])('storage: %s', (kind) => {
  const folder = newFolder();
  let storage: Storage;
  let bucket: Bucket | null = null;

  beforeAll(async () => {
    bucket = kind === 's3' ? await startBucket() : null;
    storage = await openStorage({ dataDir: folder, storageUrl: bucket?.url ?? null });
  });
  afterAll(() => bucket?.close());

  async function keep(text: string): Promise<string> {
    const path = join(folder, 'tmp', randomUUID());
    await writeFile(path, text);
    const key = `resumes/${randomUUID()}.pdf`;
    await storage.put(key, path, 'application/pdf');
    return key;
  }

  test('stores, reads whole and in part, lists and deletes', async () => {
    const started = Date.now() - 60_000;
    const key = await keep('0123456789');
    expect(await readdir(join(folder, 'tmp'))).toEqual([]);
    expect((await buffer(await storage.read(key))).toString()).toBe('0123456789');
    const part = new PassThrough();
    const bytes = await storage.open(key, { start: 2, end: 4 });
    await bytes.sendTo(part);
    await bytes.close();
    expect((await buffer(part.end())).toString()).toBe('234');
    expect(await keysOf(storage)).toContain(key);
    for await (const entry of storage.list()) {
      expect(entry.changed.getTime()).toBeGreaterThan(started);
    }
    await storage.remove(key);
    await storage.remove(key);
    expect(await keysOf(storage)).not.toContain(key);
    await expect(storage.read(key)).rejects.toMatchObject({ name: 'ObjectNotFound' });
    await storage.ping();
  });

  test.each(climbing)('rejects %j before any I/O', async (key) => {
    const path = join(folder, 'tmp', randomUUID());
    await writeFile(path, 'x');
    await expect(storage.read(key)).rejects.toThrow('not a key');
    await expect(storage.remove(key)).rejects.toThrow('not a key');
    await expect(storage.put(key, path, 'application/pdf')).rejects.toThrow('not a key');
    await rm(path);
  });
});

test('local folders are private, symlinks are not followed, tmp is emptied', async () => {
  const folder = newFolder();
  const storage = await openStorage({ dataDir: folder, storageUrl: null });
  const path = join(folder, 'tmp', 'one');
  await writeFile(path, 'one');
  const key = `resumes/${randomUUID()}.pdf`;
  await storage.put(key, path, 'application/pdf');
  for (const name of ['files', 'files/resumes', 'tmp']) {
    expect((await stat(join(folder, name))).mode & 0o777).toBe(0o700);
  }
  await writeFile(join(folder, 'secret'), 'secret');
  const linked = `resumes/${randomUUID()}.pdf`;
  await symlink(join(folder, 'secret'), join(folder, 'files', linked));
  await expect(storage.read(linked)).rejects.toMatchObject({ name: 'ObjectNotFound' });

  await writeFile(join(folder, 'tmp', 'left'), 'left');
  await openStorage({ dataDir: folder, storageUrl: null }, { emptyTemporary: false });
  expect(await readdir(join(folder, 'tmp'))).toEqual(['left']);
  await openStorage({ dataDir: folder, storageUrl: null });
  expect(await readdir(join(folder, 'tmp'))).toEqual([]);
});

test('an unreachable bucket is a 503, and the breaker opens after five failures', async () => {
  process.env.AWS_ACCESS_KEY_ID = 'S3RVER';
  process.env.AWS_SECRET_ACCESS_KEY = 'S3RVER';
  const storageUrl = `s3://files?endpoint=http://127.0.0.1:${await freePort()}`;
  const storage = await openStorage({ dataDir: newFolder(), storageUrl });
  const key = `resumes/${randomUUID()}.pdf`;
  const causes: unknown[] = [];
  for (let count = 0; count < 7; count += 1) {
    const error = await storage.read(key).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ status: 503 });
    causes.push((error as Error).cause);
  }
  // While the breaker is open, no request is sent, so nothing else has failed.
  const failed = causes.map((cause) => cause !== undefined);
  expect(failed).toEqual([...Array(5).fill(true), false, false]);
});
