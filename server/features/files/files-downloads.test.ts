import { randomUUID } from 'node:crypto';
import { readdirSync, readlinkSync } from 'node:fs';
import { readdir, truncate } from 'node:fs/promises';
import { Agent, type ClientRequest, get, type IncomingMessage, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parse as parseDisposition } from 'content-disposition';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { startApp, type TestApp } from '../../../tests/harness/app.ts';
import { pdfOf } from '../../../tests/harness/multipart.ts';
import { ownedFilesOf } from '../../../tests/harness/owned-files.ts';
import { kinds } from '../../platform/uploads/file-kinds.ts';

let t: TestApp;
let clock = new Date('2026-10-05T12:00:00.000Z');
const files = ownedFilesOf(() => t);
beforeAll(async () => {
  t = await startApp('sqlite', { now: () => clock });
  await t.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => t.close());
afterEach(() => {
  vi.restoreAllMocks();
});

const mebibyte = 1024 * 1024;
const inline = ['pdf', 'png', 'jpeg', 'webp', 'avif', 'gif'];
const after = (seconds: number) => {
  clock = new Date(clock.getTime() + seconds * 1000);
};

async function stored(kind: keyof typeof kinds, bytes = pdfOf(kind), name = `Yard.${kind}`) {
  const { extension, mediaType } = kinds[kind];
  const key = `reports/${randomUUID()}.${extension}`;
  return files.store(key, bytes, { kind, mediaType, name });
}

test.each(Object.entries(kinds))('%s comes with exact headers', async (name, { mediaType }) => {
  const kind = name as keyof typeof kinds;
  const bytes = Buffer.from('Week 40, '.repeat(1000));
  const url = await files.link(await stored(kind, bytes), t.admin);
  const answer = await t.app.inject({ url, headers: { 'accept-encoding': 'br, gzip' } });
  const isPicture = inline.includes(kind) && kind !== 'pdf';
  expect(answer.headers).toMatchObject({
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
  // Bytes as they are stored: what their length, ranges and entity tag are of.
  expect(answer.headers['content-encoding']).toBeUndefined();
  expect(answer.rawPayload.equals(bytes)).toBe(true);
});

test('the link of a picture stays the same for minutes, so that a browser can keep it', async () => {
  const picture = await stored('webp');
  const document = await stored('pdf');
  clock = new Date('2026-10-05T12:00:00.000Z');
  const [first, other] = [await files.link(picture, t.admin), await files.link(document, t.admin)];
  after(239);
  expect(await files.link(picture, t.admin)).toBe(first);
  expect(await files.link(document, t.admin)).not.toBe(other);
  after(1);
  expect(await files.link(picture, t.admin)).not.toBe(first);
});

test('a picture’s link works for a minute at least and for 5 at most, whenever it was signed', async () => {
  const picture = await stored('png');
  for (let second = 0; second < 240; second += 7) {
    clock = new Date(Date.parse('2026-10-05T12:00:00.000Z') + second * 1000);
    const url = await files.link(picture, t.admin);
    after(59);
    expect((await t.app.inject({ method: 'HEAD', url })).statusCode).toBe(200);
    after(241);
    expect((await t.app.inject({ method: 'HEAD', url })).statusCode).toBe(403);
  }
});

test.each([
  ['it\'s "best".pdf', 'it\'s "best".pdf'],
  ['semi;colon, comma=equals.pdf', 'semi;colon, comma=equals.pdf'],
  ['a/b.pdf', 'a/b.pdf'],
  ['line\r\nset-cookie: a=b.pdf', null],
  ['fade\u202efdp.pdf', 'fade\u202efdp.pdf'],
  ['شحنة.pdf', 'شحنة.pdf'],
  ['👩‍🚒 🚚.pdf', '👩‍🚒 🚚.pdf'],
  ['100%25.pdf', '100%25.pdf'],
  [`${'long '.repeat(59)}.pdf`, `${'long '.repeat(59)}.pdf`],
  ['nul\u0000.pdf', null],
  ['half \ud83d.pdf', null],
])('the stored name %j is harmless in the headers', async (name, back) => {
  const url = await files.link(await stored('pdf', pdfOf(), name), t.admin);
  const answer = await t.app.inject({ url });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['set-cookie']).toBeUndefined();
  const header = String(answer.headers['content-disposition']);
  expect(header).toMatch(/^inline; filename[\x20-\x7e]+$/);
  if (back !== null) expect(parseDisposition(header).parameters.filename).toBe(back);
});

/** Asks over a real connection; the answer is not read. */
async function begun(url: string): Promise<{ request: ClientRequest; response: IncomingMessage }> {
  const { port } = t.app.server.address() as { port: number };
  return new Promise((resolve, reject) => {
    const request = get(`http://127.0.0.1:${port}${url}`, { agent: false }, (response) => {
      response.on('error', () => undefined);
      resolve({ request, response });
    });
    request.on('error', reject);
  });
}

/** Files below the data folder that this process holds open. */
function openFiles(): number {
  return readdirSync('/proc/self/fd').filter((entry) => {
    try {
      return readlinkSync(`/proc/self/fd/${entry}`).startsWith(join(t.ctx.config.dataDir, 'files'));
    } catch {
      return false;
    }
  }).length;
}

test('large and small, whole and in part, what comes is what is stored', async () => {
  for (const size of [1, 131_071, 131_072, 131_073, 3 * mebibyte + 5]) {
    const bytes = Buffer.from(Uint8Array.from({ length: size }, (_, at) => at * 31 + (at >> 9)));
    const url = await files.link(await stored('mp4', bytes), t.admin);
    expect((await t.app.inject({ url })).rawPayload.equals(bytes)).toBe(true);
    const start = Math.floor(size / 3);
    const part = await t.app.inject({ url, headers: { range: `bytes=${start}-` } });
    expect(part.rawPayload.equals(bytes.subarray(start))).toBe(true);
  }
});

test('readers at once do not get each other’s bytes', async () => {
  const all = await Promise.all(
    Array.from({ length: 12 }, async (_, number) => {
      const bytes = Buffer.alloc(700_000 + number, number + 1);
      return { bytes, url: await files.link(await stored('mp4', bytes), t.admin) };
    }),
  );
  await Promise.all(
    [...all, ...all].map(async ({ bytes, url }) => {
      const { response } = await begun(url);
      const pieces = await Array.fromAsync(response as AsyncIterable<Buffer>);
      expect(Buffer.concat(pieces).equals(bytes)).toBe(true);
    }),
  );
});

test('who breaks off in the middle leaves no file open', async () => {
  const url = await files.link(await stored('mp4', Buffer.alloc(30 * mebibyte)), t.admin);
  const error = vi.spyOn(t.ctx.log, 'error');
  const readers = await Promise.all(Array.from({ length: 5 }, () => begun(url)));
  expect(openFiles()).toBe(5);
  for (const { response } of readers) response.destroy();
  await vi.waitFor(() => expect(openFiles()).toBe(0), { timeout: 10_000 });
  expect(error).not.toHaveBeenCalled();
});

test('who breaks off at any moment leaves no file open', async () => {
  const url = await files.link(await stored('mp4', Buffer.alloc(2 * mebibyte)), t.admin);
  const { port } = t.app.server.address() as { port: number };
  const error = vi.spyOn(t.ctx.log, 'error');
  const agent = new Agent({ keepAlive: true, maxSockets: 20 });
  await Promise.all(
    Array.from({ length: 150 }, async (_, number) => {
      const request = get(`http://127.0.0.1:${port}${url}`, { agent }, (response) => {
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
  await vi.waitFor(() => expect(openFiles()).toBe(0), { timeout: 10_000 });
  expect(error).not.toHaveBeenCalled();
});

test('who says goodbye in the middle and reads on leaves no file open', async () => {
  const url = await files.link(await stored('mp4', Buffer.alloc(30 * mebibyte)), t.admin);
  const { port } = t.app.server.address() as { port: number };
  const socket = connect(port, '127.0.0.1');
  socket.write(`GET ${url} HTTP/1.1\r\nHost: x\r\n\r\n`);
  socket.once('data', () => socket.end());
  await new Promise((resolve) => socket.once('close', resolve));
  await vi.waitFor(() => expect(openFiles()).toBe(0), { timeout: 10_000 });
});

test('who reads nothing for long is hung up on, and who reads slowly is not', async () => {
  const setTimeoutOf = ServerResponse.prototype.setTimeout;
  const asked: number[] = [];
  vi.spyOn(ServerResponse.prototype, 'setTimeout').mockImplementation(function (
    this: ServerResponse,
    milliseconds,
    callback,
  ) {
    asked.push(milliseconds);
    return setTimeoutOf.call(this, 500, callback);
  });
  const bytes = Buffer.alloc(30 * mebibyte, 7);
  const url = await files.link(await stored('mp4', bytes), t.admin);
  const [stalled, slow] = await Promise.all([begun(url), begun(url)]);
  let read = 0;
  for await (const piece of slow.response as AsyncIterable<Buffer>) {
    if (Math.floor((read + piece.length) / 5e6) > Math.floor(read / 5e6)) await pause(250);
    read += piece.length;
  }
  expect(read).toBe(bytes.length);
  expect(asked).toEqual([120_000, 120_000]);
  await vi.waitFor(() => expect(openFiles()).toBe(0), { timeout: 10_000 });
  const rest = Array.fromAsync(stalled.response as AsyncIterable<Buffer>);
  await expect(rest).rejects.toThrow('aborted');
});

test('a file that was cut short on the disk ends the answer before its length', async () => {
  const key = await stored('mp4', Buffer.alloc(mebibyte, 7));
  await truncate(join(t.ctx.config.dataDir, 'files', key), 500_000);
  const { response } = await begun(await files.link(key, t.admin));
  await expect(Array.fromAsync(response)).rejects.toThrow('aborted');
  expect(response.complete).toBe(false);
  await vi.waitFor(() => expect(openFiles()).toBe(0), { timeout: 10_000 });
  expect(await readdir(join(t.ctx.config.dataDir, 'tmp'))).toEqual([]);
});
