import { readdir, readFile } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { pictureKinds } from '#contract/files.ts';
import { files } from '#contract/messages/files.ts';
import { general } from '#contract/messages/general.ts';
import { photoOf, pictureOf } from '../../../tests/harness/file-samples.ts';
import { sha256 } from '../../../tests/harness/multipart.ts';
import { until } from '../../../tests/harness/until.ts';
import {
  startUploadApp,
  type UploadApp,
  type UploadedVariant,
} from '../../../tests/harness/upload-app.ts';
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

/** Encodes without the child process. */
async function made(picture: Buffer) {
  const { color, variants } = await encodeVariants(picture, widths);
  const whole = await Promise.all(
    variants.map(async ({ bytes, ...form }) => ({ ...form, bytes: await bytes() })),
  );
  await check(whole);
  return { color: [...Buffer.from(String(color).slice(1), 'hex')], variants: whole };
}

/** The color at a relative position. */
async function colorIn(bytes: Buffer, across = 0.5, down = 0.5): Promise<number[]> {
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
  ['as large as one', 96, 96, ['32 32', '64 64', '96 96']],
  ['between two', 80, 40, ['32 16', '64 32', '80 40']],
  ['smaller than all', 20, 30, ['20 30']],
  ['a pixel', 1, 1, ['1 1']],
  ['a line', 500, 1, ['32 1', '64 1', '96 1']],
])('an image %s is stored in the widths that it has', async (_, width, height, kept) => {
  const { variants } = await made(await pictureOf('png', { width, height }));
  expect(shapes(variants)).toEqual(kept.flatMap((size) => [`avif ${size}`, `webp ${size}`]));
});

test.each(pictureKinds)('every variant of a %s looks like the original', async (kind) => {
  const { body, variants } = await sent(await pictureOf(kind, { width: 120, height: 90 }));
  expect(variants.length).toBe(6);
  for (const { bytes } of variants) {
    expect(isNear(await colorIn(bytes, 0.5, 0.1), [0xc0, 0x20, 0x20])).toBe(true);
    expect(isNear(await colorIn(bytes, 0.5, 0.9), [0x20, 0x40, 0xc0])).toBe(true);
  }
  const [red = 0, , blue = 0] = Buffer.from(String(body.color).slice(1), 'hex');
  expect([red > 64, blue > 64]).toEqual([true, true]);
});

const corners = {
  topleft: '#e02020',
  topright: '#20a020',
  bottomleft: '#2020e0',
  bottomright: '#e0e020',
};
type Corner = keyof typeof corners;

/** An image with a color in each corner. */
function fourColors(): Sharp {
  const quarter = (background: string) => ({
    create: { width: 60, height: 40, channels: 3 as const, background },
  });
  const places = { topleft: [0, 0], topright: [60, 0], bottomleft: [0, 40], bottomright: [60, 40] };
  return sharp({
    create: { width: 120, height: 80, channels: 3, background: '#000000' },
  }).composite(
    Object.entries(places).map(([corner, [left = 0, top = 0]]) => ({
      input: quarter(corners[corner as Corner]),
      left,
      top,
    })),
  );
}

// Where a viewer shows the file's first row and first column, by EXIF orientation 1 to 8.
const turns = [
  ['top', 'left'],
  ['top', 'right'],
  ['bottom', 'right'],
  ['bottom', 'left'],
  ['left', 'top'],
  ['right', 'top'],
  ['right', 'bottom'],
  ['left', 'bottom'],
] as const;
const opposite = { top: 'bottom', bottom: 'top', left: 'right', right: 'left' } as const;
type Side = keyof typeof opposite;

function cornerOf(a: Side, b: Side): Corner {
  return (a === 'top' || a === 'bottom' ? a + b : b + a) as Corner;
}

test.each([
  ...turns.map((_, index) => ['jpeg', index + 1] as const),
  ['webp', 6] as const,
  ['png', 6] as const,
])('every variant of a %s with orientation %i is upright', async (kind, orientation) => {
  const photo = await fourColors().toFormat(kind).withMetadata({ orientation }).toBuffer();
  const { variants } = await made(photo);
  const [row, column] = turns[orientation - 1] ?? ['top', 'left'];
  const isTurned = orientation > 4;
  expect(shapes(variants).at(-1)).toBe(isTurned ? 'webp 80 120' : 'webp 96 64');
  const seen: Record<Corner, string> = { ...corners };
  seen[cornerOf(row, column)] = corners.topleft;
  seen[cornerOf(row, opposite[column])] = corners.topright;
  seen[cornerOf(opposite[row], column)] = corners.bottomleft;
  seen[cornerOf(opposite[row], opposite[column])] = corners.bottomright;
  for (const { bytes } of variants) {
    for (const [corner, color] of Object.entries(seen)) {
      const across = corner.endsWith('left') ? 0.2 : 0.8;
      const found = await colorIn(bytes, across, corner.startsWith('top') ? 0.2 : 0.8);
      expect(isNear(found, [...Buffer.from(color.slice(1), 'hex')]), `${corner} ${found}`).toBe(
        true,
      );
    }
  }
});

test('no variant contains EXIF, XMP or ICC metadata', async () => {
  const photo = await sharp(await photoOf({ width: 120, height: 90 }))
    .keepExif()
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><note>Telephone</note></x:xmpmeta>')
    .withIccProfile('p3')
    .toBuffer();
  const before = await sharp(photo).metadata();
  expect([before.exif, before.xmp, before.icc].every(Boolean)).toBe(true);
  const { variants } = await sent(Buffer.concat([photo, Buffer.from('Telephone')]), 'IMG_0001.JPG');
  for (const { bytes } of variants) expect(bytes.includes('Telephone')).toBe(false);
});

test('keeps transparency, and computes the average color over white', async () => {
  const create = { width: 120, height: 90, channels: 4 as const, background: '#ff000080' };
  for (const kind of ['png', 'webp', 'avif'] as const) {
    const { color, variants } = await made(await sharp({ create }).toFormat(kind).toBuffer());
    for (const { bytes } of variants) {
      const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
      expect(info.channels).toBe(4);
      expect(Math.abs((data[3] ?? 0) - 0x80)).toBeLessThan(4);
    }
    expect(isNear(color, [255, 127, 127]), String(color)).toBe(true);
  }
});

test('converts gray, 16-bit and CMYK images to sRGB', async () => {
  const grey = { width: 70, height: 50, channels: 3 as const, background: '#808080' };
  const pictures = [
    sharp({ create: grey }).toColourspace('b-w').png(),
    sharp({ create: grey }).toColourspace('rgb16').png(),
    sharp({ create: grey }).toColourspace('cmyk').jpeg(),
  ];
  for (const picture of pictures) {
    const { color, variants } = await made(await picture.toBuffer());
    expect(isNear(color, [128, 128, 128])).toBe(true);
    for (const { bytes } of variants)
      expect(isNear(await colorIn(bytes), [128, 128, 128])).toBe(true);
  }
});

/** A file whose header declares another size than its pixels have. */
async function withDeclaredSize(
  kind: (typeof pictureKinds)[number],
  width: number,
  height: number,
) {
  const bytes = Buffer.from(await pictureOf(kind));
  const at = (mark: Buffer | string) => bytes.indexOf(mark);
  switch (kind) {
    case 'png':
      // The decoder reads the size before the checksum.
      bytes.writeUInt32BE(width, 16);
      bytes.writeUInt32BE(height, 20);
      break;
    case 'jpeg':
      bytes.writeUInt16BE(height, at(Buffer.from([0xff, 0xc0])) + 5);
      bytes.writeUInt16BE(width, at(Buffer.from([0xff, 0xc0])) + 7);
      break;
    case 'gif':
      // The screen's and the first frame's.
      for (const from of [6, at(Buffer.from([0x2c, 0, 0, 0, 0])) + 5]) {
        bytes.writeUInt16LE(width, from);
        bytes.writeUInt16LE(height, from + 2);
      }
      break;
    case 'webp':
      bytes.writeUInt16LE(Math.min(width, 16_383), 26);
      bytes.writeUInt16LE(Math.min(height, 16_383), 28);
      break;
    case 'avif':
      bytes.writeUInt32BE(width, at('ispe') + 8);
      bytes.writeUInt32BE(height, at('ispe') + 12);
  }
  return bytes;
}

test.each(pictureKinds)(
  'rejects a %s that declares 30,000 × 30,000 before decoding it',
  async (kind) => {
    const before = process.memoryUsage.rss();
    const { status, body } = await app.send(await withDeclaredSize(kind, 30_000, 30_000));
    const [tooMany, broken] = [files.tooManyPixels(64), files.brokenPicture];
    const httpErrors = [
      [413, { code: 'payload_too_large', error: tooMany, fields: { file: tooMany } }],
      [415, { code: 'unsupported_media_type', error: broken, fields: { file: broken } }],
    ];
    // Some decoders notice the mismatch themselves.
    expect(httpErrors).toContainEqual([status, body]);
    if (kind === 'jpeg') expect(status).toBe(413);
    expect(process.memoryUsage.rss() - before).toBeLessThan(60 * 1024 * 1024);
  },
);

// Not JPEG: a truncated one decodes with a gray rest, and phones produce too many of them to reject.
test.each(['png', 'webp', 'avif'] as const)(
  'rejects a %s that declares more pixels than it has',
  async (kind) => {
    const { status, body } = await app.send(await withDeclaredSize(kind, 640, 480));
    expect([status, body.error]).toEqual([415, files.brokenPicture]);
  },
);

test('an AVIF that declares fewer pixels than it has yields no larger variant', async () => {
  const { status, variants } = await app.send(await withDeclaredSize('avif', 8, 6));
  expect([200, 415]).toContain(status);
  for (const { width } of variants) expect(width).toBeLessThanOrEqual(64);
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
    const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 };
    const create = {
      width: 3000,
      height: 3000,
      channels: 3 as const,
      background: '#808080',
      noise,
    };
    const photo = await sharp({ create }).jpeg({ quality: 95 }).toBuffer();
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
