/** Concurrent uploads are stored whole, and the server's memory stays flat. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Colleague, call, signInAdmin } from '#tests/harness/chat-client.ts';
import { isFull } from '#tests/harness/is-full.ts';
import { pdfOf, sha256 } from '#tests/harness/multipart.ts';
import { type RunningServer, startServer } from '#tests/harness/server.ts';
import { percentile } from '../../bench/metrics.ts';
import { memoryMb, peakMemoryMb } from '../../bench/process-stats.ts';

const mebibyte = 1024 * 1024;
const atOnce = 20;
const each = (isFull ? 10 : 3) * mebibyte;
/** MB of memory that the server may need for all of them. */
const rise = 60;
/** Milliseconds that other requests take meanwhile, at most; measured in the full run, where nothing else runs. */
const othersP99 = 150;

let server: RunningServer;
let admin: Colleague;
beforeAll(async () => {
  server = await startServer();
  admin = await signInAdmin(server.url);
  // Memory allocated by the first load isn't freed, so it belongs to the baseline.
  await Promise.all(Array.from({ length: atOnce }, () => upload(pdf(mebibyte))));
});
afterAll(() => server.kill());

const pdf = (size: number) => pdfOf(randomUUID(), size);

async function upload(value: Buffer): Promise<number> {
  const form = new FormData();
  form.set('user_ids', '[1]');
  form.set('file', new File([new Uint8Array(value)], 'a.pdf'));
  const url = `${server.url}/api/training/upload`;
  return (await call<{ file_id: number }>(url, admin, 'POST', form)).file_id;
}

/** The hash of the bytes behind a link. */
async function hashOf(fileId: number): Promise<string> {
  const list = await call<{ file_id: number; file_path: string }[]>(
    `${server.url}/api/training/files`,
    admin,
  );
  const path = list.find((entry) => entry.file_id === fileId)?.file_path ?? '';
  const signed = `${server.url}/api/reports/presigned-get?path=${encodeURIComponent(path)}`;
  const { url } = await call<{ url: string }>(signed, admin);
  const { pathname, search } = new URL(url, server.url);
  const response = await fetch(server.url + pathname + search);
  return sha256(Buffer.from(await response.arrayBuffer()));
}

/** The p99 in milliseconds of other requests, sent one after the other until `end`. */
async function p99Until(end: Promise<unknown>): Promise<number> {
  let isOver = false;
  void end.finally(() => {
    isOver = true;
  });
  const times: number[] = [];
  while (!isOver) {
    const start = performance.now();
    await (await fetch(`${server.url}/api/careers`)).arrayBuffer();
    times.push(performance.now() - start);
    await pause(5);
  }
  return percentile(times, 0.99);
}

test(`stores ${atOnce} uploads of ${each / mebibyte} MiB at once (LOAD7)`, {
  timeout: 300_000,
}, async ({ annotate }) => {
  const contents = Array.from({ length: atOnce }, () => pdf(each));
  const before = memoryMb(server.pid);
  const sending = Promise.all(contents.map(upload));
  const others = isFull ? p99Until(sending) : null;
  const peak = await peakMemoryMb(server.pid, sending);
  const ids = await sending;
  for (const [index, content] of contents.entries()) {
    expect(await hashOf(ids[index] ?? 0)).toBe(sha256(content));
  }
  const memory = `${Math.max(0, Math.round(peak - before))} MB of memory`;
  const p99 = (await others) ?? 0;
  await annotate(`${memory}, p99 of others ${Math.round(p99)} ms`, 'measured');
  // Unknown outside Linux.
  if (Number.isFinite(before)) expect(peak - before).toBeLessThan(rise);
  expect(p99).toBeLessThan(othersP99);
});
