/** Bit rot: a stored file whose bytes changed on the disk is never sent completely. */
import { randomBytes, randomUUID } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test, vi } from 'vitest';
import type { SystemStatus } from '#contract/status.ts';
import { suiteApp } from '#tests/harness/app.ts';
import { ownedFilesOf } from '#tests/harness/owned-files.ts';
import { read, rowsOf } from '#tests/records/stored.ts';

const hour = 3_600_000;
let base: string;
let clock = new Date('2026-10-05T12:00:00.000Z');
const t = suiteApp('sqlite', { now: () => clock, config: { tokenHours: 12 } });
const files = ownedFilesOf(() => t);
beforeAll(async () => {
  base = await t.app.listen({ host: '127.0.0.1', port: 0 });
});

const mebibyte = 1024 * 1024;
const small = randomBytes(300_000);
const large = randomBytes(3 * mebibyte + 5);
const pathOf = (key: string) => join(t.ctx.config.dataDir, 'files', key);
const store = (bytes = large) =>
  files.store(`reports/${randomUUID()}.mp4`, bytes, { kind: 'mp4', mediaType: 'video/mp4' });

async function flipByte(key: string, at = 299_999): Promise<void> {
  const content = await readFile(pathOf(key));
  content[at] = (content[at] ?? 0) ^ 1;
  await writeFile(pathOf(key), content);
}

interface Download {
  status: number;
  body: Buffer;
  /** Whether the client got as many bytes as announced. */
  isComplete: boolean;
}

/** Downloads over a real connection. */
async function download(key: string, range?: string): Promise<Download> {
  const url = base + (await files.link(key, t.admin));
  const response = await fetch(url, range ? { headers: { range } } : {});
  const chunks: Uint8Array[] = [];
  try {
    for await (const chunk of response.body ?? []) chunks.push(chunk);
    return { status: response.status, body: Buffer.concat(chunks), isComplete: true };
  } catch {
    return { status: response.status, body: Buffer.concat(chunks), isComplete: false };
  }
}

const damagedReply = {
  code: 'file_damaged',
  error: 'This file was damaged in our storage. Ask the office for it, or upload it again.',
};

function expectSent({ status, body }: Download, bytes: Buffer, expected = 200): void {
  expect([status, body.equals(bytes)]).toEqual([expected, true]);
}

function expectRefused({ status, body }: Download): void {
  expect(status).toBe(500);
  expect(JSON.parse(body.toString())).toMatchObject(damagedReply);
}

const storageProblems = async () => {
  const { parts }: SystemStatus = await read(t, '/api/status');
  return parts.find(({ name }) => name === 'storage')?.problems;
};
const damageEntries = (target_id: string) =>
  rowsOf(t, 'audit', { action: 'file.damaged', target_id });

test.each([
  ['the first byte of a small file', small, 0],
  ['a byte in the middle', large, large.length / 2],
])('%s flipped: the file is not served (FLT20)', async (_, bytes, at) => {
  const key = await store(bytes);
  expectSent(await download(key), bytes);
  clock = new Date(clock.getTime() + hour);
  await flipByte(key, Math.floor(at));
  const error = vi.spyOn(t.ctx.log, 'error');
  const first = await download(key);
  if (bytes === small) expectRefused(first);
  else {
    expect(first.isComplete).toBe(false);
    expect(first.body.length).toBeLessThan(bytes.length);
  }
  expectRefused(await download(key));
  expectRefused(await download(key, 'bytes=0-9'));
  // Named in the log and the audit log, each once.
  const named = error.mock.calls.filter(([line]) => (line as { key?: string }).key === key);
  expect(named.map(([, message]) => message)).toEqual(['a stored file is damaged']);
  expect(await damageEntries(key)).toMatchObject([{ user_id: null, label: 'Stored.pdf' }]);
  expect(await storageProblems()).toEqual([
    expect.stringMatching(/^Damaged files found since the start: \d+\.$/),
  ]);
});

test('a file that was restored is sent again (FLT20)', async () => {
  const key = await store();
  await flipByte(key);
  expect((await download(key)).isComplete).toBe(false);
  expectRefused(await download(key));
  await writeFile(`${pathOf(key)}.new`, large);
  await rename(`${pathOf(key)}.new`, pathOf(key));
  expectSent(await download(key, 'bytes=5-9'), large.subarray(5, 10), 206);
  expectSent(await download(key), large);
});

test('a part of a file is sent at once; the whole file is checked right after (FLT20)', async () => {
  const key = await store();
  await flipByte(key);
  expectSent(await download(key, 'bytes=0-9'), large.subarray(0, 10), 206);
  await vi.waitFor(async () => expect(await damageEntries(key)).toHaveLength(1));
  expectRefused(await download(key, 'bytes=0-9'));
});
