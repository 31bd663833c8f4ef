import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { general } from '#contract/messages/general.ts';
import { replyOf, send } from '#tests/fixtures/requests.ts';
import { startApp, type TestApp } from '#tests/harness/app.ts';
import { documentsOf, formOf } from '#tests/harness/documents.ts';
import { pdfOf } from '#tests/harness/multipart.ts';
import { ownedFilesOf } from '#tests/harness/owned-files.ts';
import { type FaultyBucket, startFaultyBucket } from '#tests/harness/s3-faults.ts';
import { rowsOf } from '#tests/records/stored.ts';
import { openS3Storage } from '../../platform/storage/s3-storage.ts';
import { sweepFiles } from './files.service.ts';

const pdf = pdfOf('Week 40', 600_000);
let bucket: FaultyBucket;
let t: TestApp;
let fileId: number;
let key: string;
const files = ownedFilesOf(() => t);
const { post } = documentsOf(() => t);

beforeEach(async () => {
  bucket = await startFaultyBucket();
  t = await startApp('sqlite', { config: { storageUrl: bucket.url } });
  fileId = (await add()).json().file_id;
  key = await files.keyOf(fileId);
});
afterEach(async () => {
  await t.close();
  await bucket.close();
});

const storedKeys = () => Array.fromAsync(t.ctx.storage.list(), (object) => object.key);

const openings = async () =>
  (await rowsOf(t, 'document_receipts')).filter((row) => row.opened_at !== null).length;
const unavailable = [503, { code: 'unavailable', error: general.unavailable }];
const add = () => post('/api/reports/upload', formOf({ user_ids: [t.employee.userId] }, pdf));

test('an upload whose connection the bucket closes is sent again', async () => {
  bucket.fault = 'dropped';
  expect((await add()).statusCode).toBe(201);
  expect(await storedKeys()).toHaveLength(2);
});

test.each(['forbidden', 'silent'] as const)(
  'a %s bucket: downloads and uploads return 503, nothing is opened or stored, and a retry works',
  async (fault) => {
    const url = await files.link(key, t.employee);
    const { storage } = t.ctx;
    // What is silent is given up after 300 ms.
    if (fault === 'silent') t.ctx.storage = openS3Storage(bucket.url, 300);
    bucket.fault = fault;
    const read = await t.app.inject(url);
    expect(replyOf(read)).toMatchObject(unavailable);
    expect(replyOf(await add())).toMatchObject(unavailable);
    // Lists, links and headers need no bytes.
    const list = await send(t, 'GET', '/api/reports/files', t.admin);
    expect(list.json().length).toBe(1);
    expect((await t.app.inject({ method: 'HEAD', url })).statusCode).toBe(200);
    expect(await openings()).toBe(0);

    bucket.fault = 'none';
    t.ctx.storage = storage;
    expect((await t.app.inject(url)).rawPayload.equals(pdf)).toBe(true);
    expect(await storedKeys()).toEqual([key]);
  },
);

test('a response that the bucket cuts off is incomplete for the client too', async () => {
  const base = await t.app.listen({ host: '127.0.0.1', port: 0 });
  const url = base + (await files.link(key, t.employee));
  bucket.fault = 'cut';
  const error = vi.spyOn(t.ctx.log, 'error').mockImplementation(() => undefined);
  const read = async () => (await fetch(url)).arrayBuffer();
  await expect(read()).rejects.toThrow();
  expect(error).toHaveBeenCalledOnce();
});

test('sweeps bytes that a broken bucket could not delete (FLT8)', async () => {
  vi.spyOn(t.ctx.log, 'warn').mockImplementation(() => undefined);
  bucket.fault = 'forbidden';
  await files.remove('reports', fileId);
  bucket.fault = 'none';
  expect(await storedKeys()).toEqual([key]);
  expect(await sweepFiles(t.ctx, { olderThanMs: -60_000 })).toBe(1);
  expect(await storedKeys()).toEqual([]);
});
