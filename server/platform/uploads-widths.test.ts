import { readdir, readFile } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { pictureKinds } from '#contract/files.ts';
import { files } from '#contract/messages/files.ts';
import { general } from '#contract/messages/general.ts';
import { photoOf, pictureOf } from '../../tests/harness/file-samples.ts';
import { sha256 } from '../../tests/harness/multipart.ts';
import { until } from '../../tests/harness/until.ts';
import {
  startUploadApp,
  type UploadApp,
  type UploadedForm,
} from '../../tests/harness/upload-app.ts';
import { inWidths } from './uploads-picture-forms.ts';

const widths = [96, 32, 64];
let app: UploadApp;

beforeAll(async () => {
  app = await startUploadApp({ kinds: pictureKinds, widths });
});
afterEach(async () => {
  expect(await app.left()).toEqual([]);
});
afterAll(() => app.stop());

const shapes = (forms: readonly Pick<UploadedForm, 'kind' | 'width' | 'height'>[]) =>
  forms.map(({ kind, width, height }) => `${kind} ${width} ${height}`);

/** Every form must be what it says, upright, in sRGB and nothing but a picture. */
async function check(forms: readonly Pick<UploadedForm, 'kind' | 'width' | 'height' | 'bytes'>[]) {
  for (const form of forms) {
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

/** Sends a picture that is taken. */
async function sent(bytes: Buffer, name = 'photo.jpg') {
  const { status, body, forms } = await app.send(bytes, name);
  expect([status, body.error]).toEqual([200, undefined]);
  await check(forms);
  for (const form of forms) {
    expect([form.size, form.sha256]).toEqual([form.bytes.length, sha256(form.bytes)]);
  }
  const main = forms.at(-1);
  expect(body).toMatchObject({ kind: 'webp', mediaType: 'image/webp', sha256: main?.sha256 });
  expect([body.width, body.height]).toEqual([main?.width, main?.height]);
  expect(body.color).toMatch(/^#[0-9a-f]{6}$/);
  return { body, forms };
}

/** What the process would make of it, without a process. */
async function made(picture: Buffer) {
  const { color, forms } = await inWidths(picture, widths);
  const whole = await Promise.all(
    forms.map(async ({ bytes, ...form }) => ({ ...form, bytes: await bytes() })),
  );
  await check(whole);
  return { color: [...Buffer.from(String(color).slice(1), 'hex')], forms: whole };
}

/** The colour in a quarter of a picture, or in all of it. */
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
])('a picture that is %s is kept in the widths that it has', async (_, width, height, kept) => {
  const { forms } = await made(await pictureOf('png', { width, height }));
  expect(shapes(forms)).toEqual(kept.flatMap((size) => [`avif ${size}`, `webp ${size}`]));
});

test.each(pictureKinds)('%s comes out in every form as it looks', async (kind) => {
  const { body, forms } = await sent(await pictureOf(kind, { width: 120, height: 90 }));
  expect(forms.length).toBe(6);
  for (const { bytes } of forms) {
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

/** A picture with a colour in each corner, as it lies in the file. */
function lying(): Sharp {
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

// Where the file's first row and first column are seen, by EXIF's own table.
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
])('%s of orientation %i is turned upright in every form', async (kind, orientation) => {
  const photo = await lying().toFormat(kind).withMetadata({ orientation }).toBuffer();
  const { forms } = await made(photo);
  const [row, column] = turns[orientation - 1] ?? ['top', 'left'];
  const isTurned = orientation > 4;
  expect(shapes(forms).at(-1)).toBe(isTurned ? 'webp 80 120' : 'webp 96 64');
  const seen: Record<Corner, string> = { ...corners };
  seen[cornerOf(row, column)] = corners.topleft;
  seen[cornerOf(row, opposite[column])] = corners.topright;
  seen[cornerOf(opposite[row], column)] = corners.bottomleft;
  seen[cornerOf(opposite[row], opposite[column])] = corners.bottomright;
  for (const { bytes } of forms) {
    for (const [corner, color] of Object.entries(seen)) {
      const across = corner.endsWith('left') ? 0.2 : 0.8;
      const found = await colorIn(bytes, across, corner.startsWith('top') ? 0.2 : 0.8);
      expect(isNear(found, [...Buffer.from(color.slice(1), 'hex')]), `${corner} ${found}`).toBe(
        true,
      );
    }
  }
});

test('the place, the maker and what a program wrote into a photo are in no form', async () => {
  const photo = await sharp(await photoOf({ width: 120, height: 90 }))
    .keepExif()
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><note>Telephone</note></x:xmpmeta>')
    .withIccProfile('p3')
    .toBuffer();
  const before = await sharp(photo).metadata();
  expect([before.exif, before.xmp, before.icc].every(Boolean)).toBe(true);
  const { forms } = await sent(Buffer.concat([photo, Buffer.from('Telephone')]), 'IMG_0001.JPG');
  for (const { bytes } of forms) expect(bytes.includes('Telephone')).toBe(false);
});

test('what lets through still does, and its one colour is that over white', async () => {
  const create = { width: 120, height: 90, channels: 4 as const, background: '#ff000080' };
  for (const kind of ['png', 'webp', 'avif'] as const) {
    const { color, forms } = await made(await sharp({ create }).toFormat(kind).toBuffer());
    for (const { bytes } of forms) {
      const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
      expect(info.channels).toBe(4);
      expect(Math.abs((data[3] ?? 0) - 0x80)).toBeLessThan(4);
    }
    expect(isNear(color, [255, 127, 127]), String(color)).toBe(true);
  }
});

test('grey, sixteen bits and print colours become those of a screen', async () => {
  const grey = { width: 70, height: 50, channels: 3 as const, background: '#808080' };
  const pictures = [
    sharp({ create: grey }).toColourspace('b-w').png(),
    sharp({ create: grey }).toColourspace('rgb16').png(),
    sharp({ create: grey }).toColourspace('cmyk').jpeg(),
  ];
  for (const picture of pictures) {
    const { color, forms } = await made(await picture.toBuffer());
    expect(isNear(color, [128, 128, 128])).toBe(true);
    for (const { bytes } of forms) expect(isNear(await colorIn(bytes), [128, 128, 128])).toBe(true);
  }
});

/** A file whose header says another size than its pixels have. */
async function liar(kind: (typeof pictureKinds)[number], width: number, height: number) {
  const bytes = Buffer.from(await pictureOf(kind));
  const at = (mark: Buffer | string) => bytes.indexOf(mark);
  switch (kind) {
    case 'png':
      // Its checksum is not looked at before its size is.
      bytes.writeUInt32BE(width, 16);
      bytes.writeUInt32BE(height, 20);
      break;
    case 'jpeg':
      bytes.writeUInt16BE(height, at(Buffer.from([0xff, 0xc0])) + 5);
      bytes.writeUInt16BE(width, at(Buffer.from([0xff, 0xc0])) + 7);
      break;
    case 'gif':
      // Of its screen, and of its first frame.
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
  'a %s that claims 30,000 × 30,000 is refused before it is decoded',
  async (kind) => {
    const before = process.memoryUsage.rss();
    const { status, body } = await app.send(await liar(kind, 30_000, 30_000));
    const [tooMany, broken] = [files.tooManyPixels(50), files.brokenPicture];
    const refusals = [
      [413, { error: tooMany, fields: { file: tooMany } }],
      [415, { error: broken, fields: { file: broken } }],
    ];
    // A decoder may see by itself that it is a lie.
    expect(refusals).toContainEqual([status, body]);
    if (kind === 'jpeg') expect(status).toBe(413);
    expect(process.memoryUsage.rss() - before).toBeLessThan(60 * 1024 * 1024);
  },
);

// Where a JPEG has lost its end the rest is grey: telephones make too many that a stricter decoder would refuse.
test.each(['png', 'webp', 'avif'] as const)(
  'a %s that claims more than it has is refused',
  async (kind) => {
    const { status, body } = await app.send(await liar(kind, 640, 480));
    expect([status, body.error]).toEqual([415, files.brokenPicture]);
  },
);

test('an AVIF that claims less than it has never becomes more than it claims', async () => {
  const { status, forms } = await app.send(await liar('avif', 8, 6));
  expect([200, 415]).toContain(status);
  for (const { width } of forms) expect(width).toBeLessThanOrEqual(64);
});

/** The processes that this one has started. */
async function children(): Promise<number[]> {
  const threads = await readdir(`/proc/${process.pid}/task`);
  const lists = threads.map((id) => readFile(`/proc/${process.pid}/task/${id}/children`, 'utf8'));
  return (await Promise.all(lists)).flatMap((list) => list.split(' ').filter(Boolean).map(Number));
}

test.runIf(process.platform === 'linux')(
  'a process that is killed at its work leaves nothing, and the next picture comes through',
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
    await until('its process has started', 30_000, async () => {
      started = (await children()).find((pid) => !before.has(pid));
      return started !== undefined;
    });
    if (started === undefined) throw new Error('nothing to be killed');
    process.kill(started, 'SIGKILL');
    const { status, body } = await sending;
    expect([status, body.error]).toEqual([503, general.unavailable]);
    expect(await app.left()).toEqual([]);
    await sent(await pictureOf('png'));
  },
);

test('HEIC and SVG are told what to send instead', async () => {
  const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1');
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
  const answers = [await app.send(heic), await app.send(svg)];
  expect(answers.map(({ status, body }) => [status, body.error])).toEqual([
    [415, files.heic],
    [415, files.svg],
  ]);
});
