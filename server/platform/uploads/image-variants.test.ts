import { readdir, readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { pictureKinds } from '#contract/files.ts';
import { general } from '#contract/messages/general.ts';
import { photoOf, pictureOf } from '#tests/harness/file-samples.ts';
import { sha256 } from '#tests/harness/multipart.ts';
import { until } from '#tests/harness/until.ts';
import { startUploadApp, type UploadApp, type UploadedVariant } from '#tests/harness/upload-app.ts';
import { encodeVariants } from './image-variants.ts';

const widths = [96, 32, 64];
let app: UploadApp;

beforeAll(async () => {
  app = await startUploadApp({ kinds: pictureKinds, imageWidths: widths });
});
afterEach(async () => {
  expect(await app.left()).toEqual([]);
});
afterAll(() => app.stop());

const shapes = (variants: readonly Pick<UploadedVariant, 'kind' | 'width' | 'height'>[]) =>
  variants.map(({ kind, width, height }) => `${kind} ${width} ${height}`);

/** Every variant must match its manifest, be upright, in sRGB and without metadata. */
async function check(
  variants: readonly Pick<UploadedVariant, 'kind' | 'width' | 'height' | 'bytes'>[],
) {
  for (const form of variants) {
    const seen = await sharp(form.bytes).metadata();
    const { format, width, height, orientation, exif, icc, xmp, iptc, space, pages = 1 } = seen;
    expect([format === 'heif' ? seen.compression : format, width, height]).toEqual([
      form.kind === 'avif' ? 'av1' : form.kind,
      form.width,
      form.height,
    ]);
    expect([orientation, exif, icc, xmp, iptc]).toEqual(Array(5).fill(undefined));
    expect([space, pages]).toEqual(['srgb', 1]);
  }
}

/** Uploads an image that must be accepted. */
async function sent(bytes: Buffer, name = 'photo.jpg') {
  const { status, body, variants } = await app.send(bytes, name);
  expect([status, body.error]).toEqual([200, undefined]);
  await check(variants);
  for (const form of variants) {
    expect([form.size, form.sha256]).toEqual([form.bytes.length, sha256(form.bytes)]);
  }
  const main = variants.at(-1);
  expect(body).toMatchObject({ kind: 'webp', mediaType: 'image/webp', sha256: main?.sha256 });
  expect([body.width, body.height]).toEqual([main?.width, main?.height]);
  expect(body.color).toMatch(/^#[0-9a-f]{6}$/);
  return { body, variants };
}

/** The color at a relative position. */
async function colorIn(bytes: Buffer, across: number, down = 0.5): Promise<number[]> {
  const { data, info } = await sharp(bytes)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (Math.floor(down * info.height) * info.width + Math.floor(across * info.width)) * 3;
  return [...data.subarray(at, at + 3)];
}

function isNear(a: readonly number[], b: readonly number[]): boolean {
  return a.every((value, at) => Math.abs(value - (b[at] ?? 0)) < 40);
}

test.each([
  ['larger than all', 200, 100, ['32 16', '64 32', '96 48']],
  ['between two', 80, 40, ['32 16', '64 32', '80 40']],
  ['smaller than all', 20, 30, ['20 30']],
  ['a line', 500, 1, ['32 1', '64 1', '96 1']],
])('an image %s is stored in the widths that it has', async (_, width, height, kept) => {
  const { variants } = await encodeVariants(await pictureOf('png', { width, height }), widths);
  expect(shapes(variants)).toEqual(kept.flatMap((size) => [`avif ${size}`, `webp ${size}`]));
});

test.each(['jpeg', 'gif'] as const)(
  'every variant of a %s looks like the original',
  async (kind) => {
    const { body, variants } = await sent(await pictureOf(kind, { width: 120, height: 90 }));
    expect(variants.length).toBe(6);
    for (const { bytes } of variants) {
      expect(isNear(await colorIn(bytes, 0.5, 0.1), [0xc0, 0x20, 0x20])).toBe(true);
      expect(isNear(await colorIn(bytes, 0.5, 0.9), [0x20, 0x40, 0xc0])).toBe(true);
    }
    const [red = 0, , blue = 0] = Buffer.from(String(body.color).slice(1), 'hex');
    expect([red > 64, blue > 64]).toEqual([true, true]);
  },
);

test('every variant is upright and contains no EXIF, XMP or ICC metadata', async () => {
  const photo = await sharp(await photoOf({ width: 120, height: 90 }))
    .keepExif()
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><note>Telephone</note></x:xmpmeta>')
    .withIccProfile('p3')
    .toBuffer();
  const before = await sharp(photo).metadata();
  expect([before.exif, before.xmp, before.icc].every(Boolean)).toBe(true);
  const { variants } = await sent(Buffer.concat([photo, Buffer.from('Telephone')]), 'IMG_0001.JPG');
  expect(shapes(variants).at(-1)).toBe('webp 90 120');
  for (const { bytes } of variants) {
    expect(bytes.includes('Telephone')).toBe(false);
    // What lay above is on the right after a turn by a quarter.
    expect(isNear(await colorIn(bytes, 0.9), [0xc0, 0x20, 0x20])).toBe(true);
  }
});

/** Ids of this process's children. */
async function children(): Promise<number[]> {
  const threads = await readdir(`/proc/${process.pid}/task`);
  const lists = threads.map((id) => readFile(`/proc/${process.pid}/task/${id}/children`, 'utf8'));
  return (await Promise.all(lists)).flatMap((list) => list.split(' ').filter(Boolean).map(Number));
}

test.runIf(process.platform === 'linux')(
  'returns 503 and leaves no files when the process is killed, and accepts the next image',
  async () => {
    const photo = await pictureOf('jpeg', { width: 3000, height: 3000 });
    const before = new Set(await children());
    const sending = app.send(photo);
    let started: number | undefined;
    await until('the process has started', 30_000, async () => {
      started = (await children()).find((pid) => !before.has(pid));
      return started !== undefined;
    });
    if (started === undefined) throw new Error('no process to kill');
    process.kill(started, 'SIGKILL');
    const { status, body } = await sending;
    expect([status, body.error]).toEqual([503, general.unavailable]);
    expect(await app.left()).toEqual([]);
    await sent(await pictureOf('png'));
  },
);
