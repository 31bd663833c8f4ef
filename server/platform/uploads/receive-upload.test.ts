import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { rounds } from '#tests/fixtures/fuzz.ts';
import {
  boundary,
  multipartOf,
  type Part,
  partHead,
  pdfOf,
  sha256,
} from '#tests/harness/multipart.ts';
import { rawClient } from '#tests/harness/raw-client.ts';
import { until } from '#tests/harness/until.ts';
import { startUploadApp, type UploadApp } from '#tests/harness/upload-app.ts';

const maxBytes = 256 * 1024;
let t: UploadApp;

beforeAll(async () => {
  t = await startUploadApp({ field: 'resume', required: false, maxBytes });
});
/** After a client disconnects, its upload may not even have begun. */
afterEach(async () => {
  await until('no upload is under way', 30_000, async () => (await t.pending()) === 0);
  expect(await t.left()).toEqual([]);
});
afterAll(() => t.stop());

const statusOf = async (parts: readonly Part[]) => (await t.sendParts(parts)).status;

const resume = (value: Buffer | string, filename = 'cv.pdf', type = 'application/pdf'): Part => ({
  name: 'resume',
  value,
  filename,
  type,
});

test('accepts fields before and after the file, and returns size, hash and kind', async () => {
  const pdf = pdfOf('Anna', 100_000);
  const { status, body, bytes } = await t.sendParts([
    { name: 'first_name', value: 'Zoë 🚚' },
    resume(pdf, 'C:\\fakepath\\Anna Näf.pdf', 'text/html'),
    { name: 'last_name', value: 'early' },
    { name: 'last_name', value: 'late' },
    { name: 'references', value: '[{"a": 1}]', type: 'application/json' },
  ]);
  expect(status).toBe(200);
  expect(body).toEqual({
    textFields: { first_name: 'Zoë 🚚', last_name: 'late', references: '[{"a":1}]' },
    ...{ field: 'resume', kind: 'pdf', mediaType: 'application/pdf', size: 100_000 },
    ...{ sha256: sha256(pdf), sentSha256: sha256(pdf), originalName: 'Anna Näf.pdf' },
  });
  expect(bytes?.equals(pdf)).toBe(true);
});

const many = (count: number, value = 'x') =>
  Array.from({ length: count }, (_, index) => ({ name: `field${index}`, value }));
test.each([
  ['59 fields and a file', 200, [...many(59), resume(pdfOf())]],
  ['65 fields after the file', 413, [resume(pdfOf()), ...many(65)]],
  ['80 empty file inputs', 413, Array<Part>(80).fill(resume('', ''))],
  ['a field of 256 KB and a byte', 413, many(1, 'x'.repeat(256 * 1024 + 1))],
  ['1,275 KB of text', 413, many(5, 'x'.repeat(255 * 1024))],
  ['1,020 KB of text', 200, many(4, 'x'.repeat(255 * 1024))],
])('limits parts and text: %s is %i', async (_, status, parts) => {
  expect(await statusOf(parts)).toBe(status);
});

const brokenJson = multipartOf([{ name: 'a', value: '{', type: 'application/json' }]);
test.each([
  ['an empty boundary', 'multipart/form-data; boundary=', 'x'],
  ['no end', undefined, `${partHead({ name: 'a' })}value`],
  ['a file without an end', undefined, `${partHead({ name: 'resume', filename: 'a' })}%PDF-1.4`],
  ['invalid JSON', undefined, brokenJson.payload],
])('returns 400 for a malformed multipart body (%s)', async (_, type, payload) => {
  const headers = { 'content-type': type ?? `multipart/form-data; boundary=${boundary}` };
  const response = await t.app.inject({ method: 'POST', url: '/upload', headers, payload });
  expect(response.statusCode).toBe(400);
  expect(response.json().error).toBeTruthy();
});

function head(length: number): string {
  const type = `multipart/form-data; boundary=${boundary}`;
  return `POST /upload HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`;
}

const fileHead = partHead({ name: 'resume', filename: 'a.pdf' });

test('responds 413 while an oversized upload is still being sent', async () => {
  const bytes = pdfOf('x', maxBytes + 70_000);
  const { text, socket } = rawClient(t.url, head(10 * 1024 ** 3), fileHead, bytes);
  await until('a response', 30_000, () => text() !== '');
  expect(text()).toMatch(/^HTTP\/1.1 413/);
  socket.destroy();
});

test('survives clients that disconnect anywhere', { timeout: 60_000 }, async () => {
  const { payload } = multipartOf([{ name: 'a', value: 'b' }, resume(pdfOf('x', 3_000))]);
  const cut = fc.record({ at: fc.nat(payload.length - 1), how: fc.constantFrom('end', 'destroy') });
  await fc.assert(
    fc.asyncProperty(fc.array(cut, { minLength: 30, maxLength: 30 }), async (cuts) => {
      const clients = cuts.map(({ at, how }) => {
        const client = rawClient(t.url, head(payload.length), payload.subarray(0, at));
        if (how === 'end') client.socket.end();
        else setTimeout(() => client.socket.destroy(), 40);
        return client.response;
      });
      await Promise.all(clients);
    }),
    rounds(1, 20),
  );
  expect(await statusOf([resume(pdfOf())])).toBe(200);
});
