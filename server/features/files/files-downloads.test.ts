import { randomUUID } from 'node:crypto';
import { readdirSync, readlinkSync } from 'node:fs';
import { readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { join } from 'node:path';
import { parse as parseDisposition } from 'content-disposition';
import { beforeAll, expect, test, vi } from 'vitest';
import { files as messages } from '#contract/messages/files.ts';
import { replyOf } from '#tests/fixtures/requests.ts';
import { suiteApp } from '#tests/harness/app.ts';
import { isFull } from '#tests/harness/is-full.ts';
import { pdfOf } from '#tests/harness/multipart.ts';
import { ownedFilesOf } from '#tests/harness/owned-files.ts';
import { kinds } from '../../platform/uploads/file-kinds.ts';

let clock = new Date('2026-10-05T12:00:00.000Z');
const t = suiteApp('sqlite', { now: () => clock });
const files = ownedFilesOf(() => t);
let base: string;
beforeAll(async () => {
  base = await t.app.listen({ host: '127.0.0.1', port: 0 });
});

const mebibyte = 1024 * 1024;
const inline = ['pdf', 'png', 'jpeg', 'webp', 'avif', 'gif'];
async function stored(kind: keyof typeof kinds, bytes = pdfOf(kind), name = `Yard.${kind}`) {
  const { extension, mediaType } = kinds[kind];
  const key = `reports/${randomUUID()}.${extension}`;
  return files.store(key, bytes, { kind, mediaType, name });
}

test.each(Object.entries(kinds))(
  '%s is sent with exact headers (SEC19)',
  async (name, { mediaType }) => {
    const kind = name as keyof typeof kinds;
    const bytes = Buffer.from('Week 40, '.repeat(1000));
    const url = await files.link(await stored(kind, bytes), t.admin);
    const response = await t.app.inject({ url, headers: { 'accept-encoding': 'br, gzip' } });
    const isPicture = inline.includes(kind) && kind !== 'pdf';
    expect(response.headers).toMatchObject({
      'content-type': mediaType,
      'content-length': String(bytes.length),
      'content-disposition': `${inline.includes(kind) ? 'inline' : 'attachment'}; filename=Yard.${kind}`,
      'content-security-policy':
        "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': isPicture ? 'private, max-age=300' : 'private, no-store',
      'accept-ranges': 'bytes',
    });
    // Compression would contradict length, ranges and entity tag.
    expect(response.headers['content-encoding']).toBeUndefined();
    expect(response.rawPayload.equals(bytes)).toBe(true);
  },
);

test('a picture keeps its link for 4 minutes, so that browsers can cache it; a document does not', async () => {
  const [picture, document] = [await stored('webp'), await stored('pdf')];
  const start = Date.parse('2026-10-05T12:00:00.000Z');
  const linkAfter = (key: string, seconds: number) => {
    clock = new Date(start + seconds * 1000);
    return files.link(key, t.admin);
  };
  const [first, other] = [await linkAfter(picture, 0), await linkAfter(document, 0)];
  expect(await linkAfter(picture, 239)).toBe(first);
  expect(await linkAfter(document, 239)).not.toBe(other);
  expect(await linkAfter(picture, 240)).not.toBe(first);
  // Whenever it was signed, it works for 1 minute at least and for 5 at most.
  const statusAfter = async (url: string, seconds: number) => {
    clock = new Date(start + seconds * 1000);
    return (await t.app.inject({ method: 'HEAD', url })).statusCode;
  };
  for (let second = 0; second < 240; second += 79) {
    const url = await linkAfter(picture, second);
    expect(await statusAfter(url, second + 59)).toBe(200);
    expect(await statusAfter(url, second + 300)).toBe(403);
  }
  expect([await statusAfter(other, 299), await statusAfter(other, 301)]).toEqual([200, 403]);
});

test('returns 404 for missing bytes, and for bytes without a row', async () => {
  const own = await files.resume();
  const url = await files.link(own, t.admin);
  const folder = join(t.ctx.config.dataDir, 'files');
  await rm(join(folder, own));
  expect(replyOf(await t.app.inject(url))).toEqual([
    404,
    { code: 'not_found', error: messages.notFound },
  ]);
  const stray = `resumes/${randomUUID()}.pdf`;
  await writeFile(join(folder, stray), pdfOf());
  expect((await files.presign(stray, t.admin)).statusCode).toBe(404);
});

test.each([
  ['it\'s "best".pdf', 'it\'s "best".pdf'],
  ['line\r\nset-cookie: a=b.pdf', null],
  ['fade\u202efdp.pdf', 'fade\u202efdp.pdf'],
  ['👩‍🚒 🚚.pdf', '👩‍🚒 🚚.pdf'],
  [`${'long '.repeat(59)}.pdf`, `${'long '.repeat(59)}.pdf`],
  ['half \ud83d.pdf', null],
])('the stored name %j is safe in the headers', async (name, back) => {
  const url = await files.link(await stored('pdf', pdfOf(), name), t.admin);
  const response = await t.app.inject(url);
  expect(response.statusCode).toBe(200);
  expect(response.headers['set-cookie']).toBeUndefined();
  const header = String(response.headers['content-disposition']);
  expect(header).toMatch(/^inline; filename[\x20-\x7e]+$/);
  if (back !== null) expect(parseDisposition(header).parameters.filename).toBe(back);
});

const pdf = pdfOf('Anna');

test.each([
  ['bytes=0-9', 206, 0, 9],
  ['bytes=10-', 206, 10, pdf.length - 1],
  ['bytes=-5', 206, pdf.length - 5, pdf.length - 1],
  ['bytes=0-99999999', 206, 0, pdf.length - 1],
  [`bytes=${pdf.length}-`, 416, 0, 0],
  ['bytes=5-4', 200, 0, pdf.length - 1],
  ['bytes=0-1,5-6', 200, 0, pdf.length - 1],
])('returns the right status for Range %s: %i', async (range, status, start, end) => {
  const url = await files.link(await stored('pdf', pdf), t.admin);
  const response = await t.app.inject({ url, headers: { range } });
  expect(response.statusCode).toBe(status);
  if (status === 416) {
    expect(response.headers['content-range']).toBe(`bytes */${pdf.length}`);
    expect(response.json()).toEqual({
      code: 'range_not_satisfiable',
      error: "This file doesn't have that part.",
    });
    return;
  }
  expect(response.rawPayload.equals(pdf.subarray(start, end + 1))).toBe(true);
  expect(response.headers['content-length']).toBe(String(end - start + 1));
  const part = status === 206 ? `bytes ${start}-${end}/${pdf.length}` : undefined;
  expect(response.headers['content-range']).toBe(part);
});

test('If-Range with another entity tag sends the whole file', async () => {
  const url = await files.link(await stored('pdf'), t.admin);
  const { etag } = (await t.app.inject({ method: 'HEAD', url })).headers;
  for (const [ifRange, status] of [
    [String(etag), 206],
    ['"another"', 200],
  ] as const) {
    const headers = { range: 'bytes=0-1', 'if-range': ifRange };
    expect((await t.app.inject({ url, headers })).statusCode).toBe(status);
  }
});

/** Counts the stored files that this process has open. */
function openFiles(): number {
  return readdirSync('/proc/self/fd').filter((entry) => {
    try {
      return readlinkSync(`/proc/self/fd/${entry}`).startsWith(join(t.ctx.config.dataDir, 'files'));
    } catch {
      return false;
    }
  }).length;
}

const allClosed = () => vi.waitFor(() => expect(openFiles()).toBe(0), { timeout: 10_000 });

test('a client that disconnects at any moment leaves no file open', async () => {
  const url = await files.link(await stored('mp4', Buffer.alloc(2 * mebibyte)), t.admin);
  const error = vi.spyOn(t.ctx.log, 'error');
  const agent = new Agent({ keepAlive: true, maxSockets: 20 });
  await Promise.all(
    Array.from({ length: isFull ? 150 : 30 }, async (_, number) => {
      const request = get(base + url, { agent }, (response) => {
        response.on('error', () => undefined);
        response.on('data', () => number % 3 === 0 && request.destroy());
      });
      request.on('error', () => undefined);
      const gone = new Promise((resolve) => request.once('close', resolve));
      if (number % 3 === 1) setTimeout(() => request.destroy(), number % 40);
      await gone;
    }),
  );
  agent.destroy();
  await allClosed();
  expect(error).not.toHaveBeenCalled();
});

test('a file truncated on disk ends the response before its length', async () => {
  const key = await stored('mp4', Buffer.alloc(2 * mebibyte, 7));
  await truncate(join(t.ctx.config.dataDir, 'files', key), 500_000);
  const response = await fetch(base + (await files.link(key, t.admin)));
  await expect(response.arrayBuffer()).rejects.toThrow('terminated');
  await allClosed();
  expect(await readdir(join(t.ctx.config.dataDir, 'tmp'))).toEqual([]);
});
