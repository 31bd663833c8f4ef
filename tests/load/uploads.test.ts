/** Concurrent uploads and one very large one are stored, and the server's memory stays flat. */
import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { percentile } from '../../bench/metrics.ts';
import { memoryMb, peakMemoryMb } from '../../bench/process-stats.ts';
import { sendContent, sha256Of } from '../faults/raw-upload.ts';
import { signInAdmin } from '../harness/chat-client.ts';
import { mp4Of } from '../harness/file-samples.ts';
import { isFull } from '../harness/is-full.ts';
import { type RunningServer, startServer } from '../harness/server.ts';

const mebibyte = 1024 * 1024;
const atOnce = 20;
const each = (isFull ? 50 : 3) * mebibyte;
const long = (isFull ? 500 : 64) * mebibyte;
/** In MB. */
const rise = { many: 60, video: 40 };
/** Milliseconds that other requests take meanwhile, at most; asserted where nothing else runs. */
const othersP99 = 150;

let server: RunningServer;
let token: string;
beforeAll(async () => {
  server = await startServer({ env: { UPLOAD_MB: '60' } });
  ({ token } = await signInAdmin(server.url));
  // Memory allocated by the first load isn't freed, so it belongs to the baseline.
  await Promise.all(Array.from({ length: atOnce }, () => upload(pdf(mebibyte))));
});
afterAll(() => server.kill());

const pdf = (size: number) => ({
  name: `${randomUUID()}.pdf`,
  start: Buffer.from(`%PDF-1.4\n%${randomUUID()}\n`),
  size,
  end: Buffer.from('\ntrailer<</Root 1 0 R>>\n%%EOF\n'),
});

function video(size: number) {
  const start = mp4Of();
  // The last box extends to the end of the file.
  start.writeUInt32BE(0, start.lastIndexOf('mdat') - 4);
  return { name: 'loading.mp4', start, size, end: Buffer.from('end') };
}

async function upload(content: Parameters<typeof sendContent>[3]): Promise<number> {
  const fields = { user_ids: '[1]' };
  const { status, body } = await sendContent(
    `${server.url}/api/training/upload`,
    token,
    fields,
    content,
  );
  expect(status, JSON.stringify(body)).toBe(201);
  return (body as { file_id: number }).file_id;
}

async function get(path: string): Promise<Response> {
  const response = await fetch(server.url + path, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(response.status).toBe(200);
  return response;
}

/** The hash of the bytes behind a link. */
async function hashOf(fileId: number): Promise<string> {
  const list = (await (await get('/api/training/files')).json()) as {
    file_id: number;
    file_path: string;
  }[];
  const path = list.find((entry) => entry.file_id === fileId)?.file_path ?? '';
  const signed = await get(`/api/reports/presigned-get?path=${encodeURIComponent(path)}`);
  const { url } = (await signed.json()) as { url: string };
  const { pathname, search } = new URL(url, server.url);
  const hash = createHash('sha256');
  for await (const bytes of (await get(pathname + search)).body ?? []) hash.update(bytes);
  return hash.digest('hex');
}

/** Milliseconds of other requests, sent one after the other until `end`. */
async function visitUntil(end: Promise<unknown>): Promise<number[]> {
  let isOver = false;
  const stop = () => {
    isOver = true;
  };
  end.then(stop, stop);
  const times: number[] = [];
  while (!isOver) {
    const start = performance.now();
    await (await fetch(`${server.url}/api/careers`)).arrayBuffer();
    times.push(performance.now() - start);
    await pause(5);
  }
  return times;
}

test(`stores ${atOnce} uploads of ${each / mebibyte} MiB at once (LOAD7)`, {
  timeout: 300_000,
}, async ({ annotate }) => {
  const contents = Array.from({ length: atOnce }, () => pdf(each));
  const before = memoryMb(server.pid);
  const sending = Promise.all(contents.map(upload));
  const times = visitUntil(sending);
  const peak = await peakMemoryMb(server.pid, sending);
  const ids = await sending;
  const p99 = percentile(await times, 0.99);
  for (const [index, content] of contents.entries()) {
    expect(await hashOf(ids[index] ?? 0)).toBe(sha256Of(content));
  }
  const memory = `${Math.max(0, Math.round(peak - before))} MB of memory`;
  await annotate(`${memory}, p99 of others ${Math.round(p99)} ms`, 'measured');
  // Unknown outside Linux.
  if (Number.isFinite(before)) expect(peak - before).toBeLessThan(rise.many);
  if (isFull) expect(p99).toBeLessThan(othersP99);
});

test(`stores a video of ${long / mebibyte} MiB`, { timeout: 300_000 }, async () => {
  const content = video(long);
  const before = memoryMb(server.pid);
  const sending = upload(content);
  const peak = await peakMemoryMb(server.pid, sending);
  expect(await hashOf(await sending)).toBe(sha256Of(content));
  if (Number.isFinite(before)) expect(peak - before).toBeLessThan(rise.video);
});
