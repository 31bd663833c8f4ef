import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { anyDocument } from '#contract/files.ts';
import { files } from '#contract/messages/files.ts';
import { greyOf, photoOf, pictureOf } from '#tests/harness/file-samples.ts';
import { isFull } from '#tests/harness/is-full.ts';
import { sha256 } from '#tests/harness/multipart.ts';
import { newFolder } from '#tests/harness/new-folder.ts';
import { startUploadApp, type UploadApp } from '#tests/harness/upload-app.ts';
import { readInProcess } from '../sandbox/file-reader.ts';
import { readingLimits } from '../sandbox/reading-limits.ts';
import type { EncodeRequest } from './reencode.ts';

let app: UploadApp;

beforeAll(async () => {
  app = await startUploadApp({ kinds: anyDocument });
});
afterEach(async () => {
  expect(await app.left()).toEqual([]);
});
afterAll(() => app.stop());

/** The color in the middle of an edge. */
async function colorAt(picture: Buffer, edge: 'top' | 'bottom' | 'left' | 'right') {
  const { data, info } = await sharp(picture)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const across = { top: [0.5, 0], bottom: [0.5, 1], left: [0, 0.5], right: [1, 0.5] }[edge];
  const x = Math.round((across[0] ?? 0) * (info.width - 1));
  const y = Math.round((across[1] ?? 0) * (info.height - 1));
  const [red = 0, , blue = 0] = data.subarray((y * info.width + x) * info.channels);
  return red > blue ? 'red' : 'blue';
}

test.each(['png', 'jpeg', 'webp', 'avif', 'gif'] as const)(
  're-encodes %s and reports the new type, size and hash',
  async (kind) => {
    const sent = await pictureOf(kind);
    const { status, body, bytes } = await app.send(sent, `deck.${kind}`);
    expect([status, body.error]).toEqual([200, undefined]);
    if (!bytes) throw new Error('nothing was stored');
    const becomes = kind === 'gif' ? 'png' : kind;
    expect(body).toMatchObject({
      ...{ kind: becomes, mediaType: `image/${becomes}`, originalName: `deck.${kind}` },
      ...{ size: bytes.length, sha256: sha256(bytes), sentSha256: sha256(sent) },
      ...{ width: 64, height: 48 },
    });
    const { format, width, height } = await sharp(bytes).metadata();
    expect([format, width, height]).toEqual([becomes === 'avif' ? 'heif' : becomes, 64, 48]);
    expect(await colorAt(bytes, 'top')).toBe('red');
    expect(await colorAt(bytes, 'bottom')).toBe('blue');
  },
);

test('keeps the first frame of an animation', async () => {
  const frames = await Promise.all(
    ['#c02020', '#2040c0'].map((background) =>
      sharp({ create: { width: 20, height: 20, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );
  const moving = await sharp(frames, { join: { animated: true } })
    .webp()
    .toBuffer();
  expect((await sharp(moving).metadata()).pages).toBe(2);
  const { bytes } = await app.send(moving);
  if (!bytes) throw new Error('nothing was stored');
  expect((await sharp(bytes).metadata()).pages ?? 1).toBe(1);
  expect(await colorAt(bytes, 'top')).toBe('red');
});

test('accepts a JPEG without its end marker', async () => {
  const photo = await photoOf();
  const { status, body } = await app.send(photo.subarray(0, -1), 'photo.jpg');
  expect([status, body.error, body.width, body.height]).toEqual([200, undefined, 48, 64]);
});

test('drops bytes after the image', async () => {
  const bytes = Buffer.concat([await pictureOf('png'), Buffer.from('<script>alert(1)</script>')]);
  const response = await app.send(bytes);
  expect(response.status).toBe(200);
  expect(response.bytes?.includes('script')).toBe(false);
});

const whole = await pictureOf('jpeg', { width: 900, height: 700 });
const png = await pictureOf('png', { width: 900, height: 700 });
test.each([
  ['a JPEG cut in half', whole.subarray(0, whole.length / 2)],
  ['a PNG with a bit turned', Buffer.from(png).fill(0, 400, 900)],
  ['a GIF that is a script', Buffer.from('GIF89a/*alert*/=1;<script>alert(1)</script>')],
])('%s is 415', async (_, bytes) => {
  const { status, body } = await app.send(bytes, 'deck.png');
  expect([status, body.fields]).toEqual([415, { file: files.brokenPicture }]);
});

/** A PNG with the header of a large picture and the pixels of a small one. */
async function pngOf(width: number, height: number): Promise<Buffer> {
  const bytes = Buffer.from(await pictureOf('png'));
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}

test('returns 413 for one row more than 64 megapixels, and never decodes a pixel flood', async () => {
  const sentence = 'This picture has more than 64 megapixels. Please send a smaller one.';
  const flood = await app.send(await pngOf(10_000, 6_500));
  expect(flood).toMatchObject({ status: 413, body: { fields: { file: sentence } } });
  // Small enough to be decoded, and then too short.
  expect((await app.send(await pngOf(10_000, 6_499))).status).toBe(415);
});

test('the process tells a disk that takes no files from a broken image', async () => {
  const folder = newFolder();
  const program = 'server/platform/uploads/reencode-process.ts';
  const outputOf = async (bytes: Buffer, output: string) => {
    const path = join(folder, 'sent');
    writeFileSync(path, bytes);
    const request: EncodeRequest = { path, kind: 'png', output, widths: [] };
    return readInProcess(program, readingLimits.picture, request);
  };
  const picture = await pictureOf('png');
  const made = join(folder, 'made');
  expect(await outputOf(picture, join(folder, 'none/made'))).toEqual({ fault: 'disk' });
  expect(await outputOf(picture.subarray(0, 90), made)).toEqual({ fault: 'broken' });
  const variants = [{ kind: 'png', width: 64, height: 48 }];
  expect(await outputOf(picture, made)).toMatchObject({ variants });
});

test.runIf(isFull)('accepts 64 megapixels', { timeout: 30_000 }, async () => {
  expect((await app.send(greyOf(10_000, 6_499))).status).toBe(200);
});
