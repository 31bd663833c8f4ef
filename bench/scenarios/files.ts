import assert from 'node:assert/strict';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { mp4Of } from '../../tests/harness/file-samples.ts';
import { multipartOf } from '../../tests/harness/multipart.ts';
import { type Company, withCompany } from '../company.ts';
import { compare, type Target } from '../comparison.ts';
import { load, startRawServer } from '../load-generator.ts';
import { atMost, type Metric, type Scenario } from '../metrics.ts';
import { memoryMb, peakMemoryMb } from '../process-stats.ts';

const fileBytes = 5 * 1024 * 1024;
const connections = 4;

const sha256Of = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** Stores a training video; returns its key, path and bytes. */
function storeVideo({ file, dataDir }: Company) {
  const key = `training/${randomUUID()}.mp4`;
  const path = join(dataDir, 'files', key);
  const bytes = randomBytes(fileBytes);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, bytes);
  const sha256 = sha256Of(bytes);
  const now = new Date().toISOString();
  const database = new DatabaseSync(file, { timeout: 5000 });
  database.exec(`
    insert into objects (key, kind, media_type, size, sha256, original_name, created_at)
      values ('${key}', 'mp4', 'video/mp4', ${fileBytes}, '${sha256}', 'Straps.mp4', '${now}');
    insert into documents (kind, file_name, object_key, uploaded_at)
      values ('training', 'Straps', '${key}', '${now}');
    insert into document_revisions (file_id, revision, sha256, size, original_name, uploaded_at)
      select file_id, 1, '${sha256}', ${fileBytes}, 'Straps.mp4', uploaded_at from documents;
  `);
  database.close();
  return { key, path, bytes };
}

async function measureMemoryRise(name: string, target: Target): Promise<Metric> {
  const before = memoryMb(target.pid);
  const peak = await peakMemoryMb(target.pid, load(target));
  return atMost(`${name}: memory rise`, Math.max(0, peak - before), 60, 'MB');
}

async function measureDownload(company: Company): Promise<Metric[]> {
  const { url, pid, admin } = company;
  const { key, path, bytes } = storeVideo(company);
  const presign = `${url}/api/reports/presigned-get?${new URLSearchParams({ path: key })}`;
  const signed = (await (await fetch(presign, { headers: admin })).json()) as { url: string };
  const headers = { 'content-type': 'video/mp4', 'content-length': String(fileBytes) };
  const raw = await startRawServer({ kind: 'file', path, headers });
  try {
    const ours: Target = { url: url + signed.url, pid, connections, response: bytes };
    const baseline: Target = { ...ours, url: raw.result, pid: raw.pid };
    const { metric } = await compare('download of 5 MiB, beside raw', 0.8, ours, baseline);
    return [metric, await measureMemoryRise('download', ours)];
  } finally {
    await raw.stop();
  }
}

/** Throws unless the upload that was stored last is that video. */
function checkStored(file: string, video: Buffer): void {
  const database = new DatabaseSync(file, { readOnly: true });
  const row = database
    .prepare('select size, sha256 from objects where kind = ? order by created_at desc limit 1')
    .get('mp4');
  database.close();
  assert.deepEqual({ ...row }, { size: video.length, sha256: sha256Of(video) });
}

/** Throws unless a file in the folder has these bytes. */
function checkSink(folder: string, payload: Buffer): void {
  const isWhole = (name: string) => readFileSync(join(folder, name)).equals(payload);
  assert.ok(readdirSync(folder).some(isWhole), 'no whole upload');
}

async function measureUpload({ url, pid, admin, file }: Company): Promise<Metric[]> {
  const folder = mkdtempSync(join(tmpdir(), 'headrack-bench-'));
  const raw = await startRawServer({ kind: 'sink', folder });
  const video = mp4Of(fileBytes);
  const { payload, headers } = multipartOf([
    { name: 'user_ids', value: '[1]' },
    { name: 'file', value: video, filename: 'loading.mp4', type: 'video/mp4' },
  ]);
  try {
    const ours: Target = {
      url: `${url}/api/training/upload`,
      pid,
      method: 'POST',
      headers: { ...admin, ...headers },
      body: payload,
      connections,
      expect: 201,
      varies: true,
      verify: () => checkStored(file, video),
    };
    const verify = () => checkSink(folder, payload);
    const baseline: Target = { ...ours, url: raw.result, pid: raw.pid, verify };
    const { metric } = await compare('upload of 5 MiB, beside raw', 0.7, ours, baseline);
    return [metric, await measureMemoryRise('upload', ours)];
  } finally {
    await raw.stop();
    rmSync(folder, { recursive: true });
  }
}

/** Downloads and uploads beside node:http streams from and to the disk (with fsync). */
export const files: Scenario = {
  name: 'files',
  run: () =>
    withCompany(
      () => undefined,
      async (company) => [...(await measureDownload(company)), ...(await measureUpload(company))],
    ),
};
