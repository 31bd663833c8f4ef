import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import multipart from '@fastify/multipart';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { UploadRule } from '#contract/endpoint.ts';
import {
  boundary,
  multipartOf,
  type Part,
  partHead,
  pdfOf,
  sha256,
} from '../../../tests/harness/multipart.ts';
import { type Config, readConfig } from '../../config.ts';
import { emptyTemporaryFolder } from '../data-dir.ts';
import { handleErrors } from '../error-replies.ts';
import { multipartOptions, receiveUpload } from './receive-upload.ts';

const maxBytes = 256 * 1024;
const rule: UploadRule = { field: 'resume', kinds: ['pdf'], required: false, maxBytes };
const idleMs = 600;
let config: Config;
let app: FastifyInstance;
let port: number;
/** Uploads in progress. */
let running = 0;

beforeAll(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'headrack-uploads-'));
  config = readConfig({ DATA_DIR: dataDir });
  await emptyTemporaryFolder(dataDir);
  app = Fastify();
  handleErrors(app);
  await app.register(multipart, multipartOptions);
  app.post('/upload', async (request) => {
    running += 1;
    const { fields, file, discard } = await receiveUpload(
      request,
      rule,
      { config },
      idleMs,
    ).finally(() => {
      running -= 1;
    });
    const bytes = file && (await readFile(file.path));
    await discard();
    const { path: _, ...rest } = file ?? { path: '' };
    return { fields, file: file && { ...rest, stored: bytes && sha256(bytes) } };
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const address = app.server.address();
  port = typeof address === 'object' && address ? address.port : 0;
});

afterAll(async () => {
  await app.close();
  await rm(config.dataDir, { recursive: true });
});

async function left(): Promise<string[]> {
  return readdir(join(config.dataDir, 'tmp'));
}

async function send(parts: readonly Part[]) {
  const answer = await app.inject({ method: 'POST', url: '/upload', ...multipartOf(parts) });
  expect(await left()).toEqual([]);
  return { status: answer.statusCode, body: answer.json() };
}

const resume = (value: Buffer | string, filename = 'cv.pdf', type = 'application/pdf'): Part => ({
  name: 'resume',
  value,
  filename,
  type,
});

test('accepts fields before and after the file, and returns size, hash and kind', async () => {
  const pdf = pdfOf('Anna', 100_000);
  const { status, body } = await send([
    { name: 'first_name', value: 'Zoë 🚚' },
    resume(pdf, 'C:\\fakepath\\Anna Näf.pdf', 'text/html'),
    { name: 'last_name', value: 'early' },
    { name: 'last_name', value: 'late' },
    { name: 'references', value: '[{"a": 1}]', type: 'application/json' },
  ]);
  expect(status).toBe(200);
  expect(body).toEqual({
    fields: { first_name: 'Zoë 🚚', last_name: 'late', references: '[{"a":1}]' },
    file: {
      size: 100_000,
      sha256: sha256(pdf),
      stored: sha256(pdf),
      kind: 'pdf',
      mediaType: 'application/pdf',
      originalName: 'Anna Näf.pdf',
    },
  });
});

test('treats an empty file input as no file', async () => {
  const empty = { ...resume('', ''), type: 'application/octet-stream' };
  for (const parts of [[empty], [empty, { ...empty, name: 'photo' }], []]) {
    expect(await send(parts)).toMatchObject({ status: 200, body: { file: null } });
  }
  expect((await send([{ name: 'resume', value: '' }])).status).toBe(200);
});

const zip = Buffer.from('PK\u0003\u0004 not really');
test.each([
  ['0 bytes', Buffer.alloc(0)],
  ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['HTML after spaces', Buffer.from(`${' '.repeat(20)}<html>%PDF- %%EOF`)],
  ['a PDF that does not begin at byte 0', Buffer.concat([Buffer.from('\n'), pdfOf()])],
  ['a PDF cut before its end', pdfOf().subarray(0, 120)],
  ['a PDF with much behind its end', Buffer.concat([pdfOf(), Buffer.alloc(5000, 32), zip])],
  ['a ZIP', zip],
  ['a PNG', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
  ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
  ['an EXE', Buffer.from('MZ\u0090\u0000 %PDF-1.4 %%EOF')],
  ['four bytes', Buffer.from('%PDF')],
])('rejects %s named .pdf with 415', async (_, bytes) => {
  const { status, body } = await send([{ name: 'a', value: 'b' }, resume(bytes)]);
  expect(status).toBe(415);
  expect(body).toEqual({
    code: 'unsupported_media_type',
    error: expect.any(String),
    fields: { resume: expect.any(String) },
  });
});

test('enforces the limit to the byte', async () => {
  expect((await send([resume(pdfOf('x', maxBytes))])).status).toBe(200);
  const { status, body } = await send([resume(pdfOf('x', maxBytes + 1))]);
  expect(status).toBe(413);
  expect(body.fields.resume).toMatch(/larger than/);
  const far = await send([resume(pdfOf('x', maxBytes * 12))]);
  expect(far).toEqual({ status, body });
});

test('returns 400 for a file under another name, a second file, or text in its place', async () => {
  const other = { ...resume(pdfOf()), name: 'photo' };
  for (const parts of [
    [other],
    [resume(pdfOf()), other],
    [resume(pdfOf()), resume(pdfOf())],
    [{ ...other, value: '' }],
  ]) {
    expect((await send(parts)).status).toBe(400);
  }
  expect((await send([{ name: 'resume', value: 'resumes/x.pdf' }])).status).toBe(400);
  expect((await send([resume(pdfOf()), resume('', '')])).status).toBe(200);
});

test('returns 413 for too many parts or fields, or too much text', async () => {
  const many = (count: number, value = 'x') =>
    Array.from({ length: count }, (_, index) => ({ name: `field${index}`, value }));
  expect((await send([...many(59), resume(pdfOf())])).status).toBe(200);
  expect((await send([resume(pdfOf()), ...many(65)])).status).toBe(413);
  expect((await send([...many(80), resume(pdfOf())])).status).toBe(413);
  expect((await send(many(1, 'x'.repeat(256 * 1024 + 1)))).status).toBe(413);
  expect((await send(many(5, 'x'.repeat(255 * 1024)))).status).toBe(413);
  expect((await send(many(4, 'x'.repeat(255 * 1024)))).status).toBe(200);
  const empty = Array.from({ length: 80 }, () => resume('', ''));
  expect((await send(empty)).status).toBe(413);
});

test.each(['__proto__', 'constructor', 'toString'])(
  'returns 400 for a field named %s',
  async (name) => {
    expect((await send([{ name, value: 'x' }, resume(pdfOf())])).status).toBe(400);
    expect((await send([resume(pdfOf()), { ...resume(pdfOf()), name }])).status).toBe(400);
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  },
);

const start = `--${boundary}\r\n`;
test.each([
  ['no boundary in the header', 'multipart/form-data', 'x'],
  ['an empty boundary', 'multipart/form-data; boundary=', 'x'],
  ['no parts', undefined, 'nothing of the kind'],
  ['no end', undefined, `${partHead({ name: 'a' })}value`],
  ['a file without an end', undefined, `${partHead({ name: 'resume', filename: 'a' })}%PDF-1.4`],
  ['a header that never ends', undefined, `${start}Content-Disposition: form-data; name="a`],
  ['a header only', undefined, `${start}\r\n`],
  [
    'JSON that is none',
    undefined,
    multipartOf([{ name: 'a', value: '{', type: 'application/json' }]).payload,
  ],
])('returns 400 for a malformed multipart body (%s)', async (_, type, payload) => {
  const contentType = type ?? `multipart/form-data; boundary=${boundary}`;
  const answer = await app.inject({
    method: 'POST',
    url: '/upload',
    headers: { 'content-type': contentType },
    payload,
  });
  expect(answer.statusCode).toBe(400);
  expect(answer.json().error).toBeTruthy();
  expect(await left()).toEqual([]);
});

test('returns 415 for another content type', async () => {
  const answer = await app.inject({ method: 'POST', url: '/upload', payload: { a: 1 } });
  expect(answer.statusCode).toBe(415);
});

function request(length: number): string {
  const type = `multipart/form-data; boundary=${boundary}`;
  return `POST /upload HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`;
}

/** Sends bytes over a real socket; resolves to the response once the server has closed it. */
function raw(pieces: (string | Buffer)[], then: 'wait' | 'end' | 'destroy'): Promise<string> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => {
      for (const piece of pieces) socket.write(piece);
      if (then === 'end') socket.end();
      if (then === 'destroy') setTimeout(() => socket.destroy(), 40);
    });
    socket.on('data', (piece) => {
      answer += piece;
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(answer));
  });
}

const connections = () =>
  new Promise<number>((resolve) => {
    app.server.getConnections((_error, count) => resolve(count));
  });

/** After a client disconnects, its upload may not even have begun. */
async function nothingLeft(): Promise<void> {
  const isBusy = async () => (await connections()) + running + (await left()).length > 0;
  for (let tries = 0; tries < 100 && (await isBusy()); tries += 1) await pause(20);
  expect(await left()).toEqual([]);
}

test.each(['end', 'destroy'] as const)(
  'leaves no files when the client stops midway (%s)',
  async (how) => {
    const file = pdfOf('x', 100_000);
    const head = partHead({ name: 'resume', filename: 'a.pdf' });
    await raw([request(200_000), head, file], how);
    await raw([request(200_000), partHead({ name: 'a' }), 'half a val'], how);
    await nothingLeft();
  },
);

test('disconnects a stalled client and leaves no files', async () => {
  const begun = Date.now();
  await raw(
    [request(200_000), partHead({ name: 'resume', filename: 'a.pdf' }), '%PDF-1.4'],
    'wait',
  );
  expect(Date.now() - begun).toBeGreaterThan(idleMs - 50);
  expect(Date.now() - begun).toBeLessThan(idleMs + 2_000);
  await nothingLeft();
});

/** Sends bytes and resolves to the start of the response, without ending the request. */
function firstAnswer(pieces: (string | Buffer)[]): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      for (const piece of pieces) socket.write(piece);
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(''));
    socket.on('data', (piece) => {
      resolve(String(piece));
      socket.destroy();
    });
  });
}

test('responds 413 while an oversized upload is still being sent', async () => {
  const head = partHead({ name: 'resume', filename: 'a.pdf' });
  const begin = [request(10 * 1024 ** 3), head, pdfOf('x', maxBytes + 70_000)];
  expect(await firstAnswer(begin)).toMatch(/^HTTP\/1.1 413/);
  await nothingLeft();
});

test('disconnects a client that sends an endless preamble', async () => {
  const prologue = Array.from({ length: 40 }, () => Buffer.alloc(64 * 1024, 'x'));
  expect(await firstAnswer([request(3_000_000), ...prologue])).toMatch(/^(HTTP\/1.1 4|$)/);
});

test('survives 600 clients that disconnect anywhere', { timeout: 60_000 }, async () => {
  const { payload } = multipartOf([{ name: 'a', value: 'b' }, resume(pdfOf('x', 3_000))]);
  for (let round = 0; round < 20; round += 1) {
    await Promise.all(
      Array.from({ length: 30 }, () => {
        const cut = Math.floor(Math.random() * payload.length);
        const how = Math.random() < 0.5 ? 'end' : 'destroy';
        return raw([request(payload.length), payload.subarray(0, cut)], how);
      }),
    );
  }
  await nothingLeft();
  expect((await send([resume(pdfOf())])).status).toBe(200);
});
