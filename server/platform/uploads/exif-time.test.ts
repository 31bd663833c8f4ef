import fc from 'fast-check';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { exifSegment, findExif, readCameraTime } from '#contract/wire/exif.ts';
import { rounds } from '#tests/fixtures/fuzz.ts';
import { heicPicture, photoOf, pictureOf } from '#tests/harness/file-samples.ts';
import { capturedAt } from './exif-time.ts';

const exifOf = async (taken: string, offset = '') =>
  (await sharp(await photoOf({ taken, offset })).metadata()).exif;

test.each([
  ['2026:07-14 09:30:00', '', null],
  ['2026:07:14 09:30:00', '', '2026-07-14T14:30:00.000Z'],
  ['2026-07-14 09:30:00', '', '2026-07-14T14:30:00.000Z'],
  ['2026:07:14 09:30:00', '-04:00', '2026-07-14T13:30:00.000Z'],
  // The company's clock after its changes.
  ['2026:03:08 03:30:00', '', '2026-03-08T08:30:00.000Z'],
  ['2026:11:01 02:30:00', '', '2026-11-01T08:30:00.000Z'],
  ['2026:02:29 12:00:00', '+00:00', null],
  ['2026:07:14 25:00:00', '', null],
  ['', '', null],
])('a photo of %j %j was taken at %s', async (taken, offset, instant) => {
  expect(capturedAt(await exifOf(taken, offset))).toBe(instant);
});

test('a JPEG keeps the time of the HEIC picture that it was made from, and nothing else', async () => {
  const exif = findExif(heicPicture);
  if (!exif) throw new Error('no EXIF data');
  const taken = readCameraTime(exif);
  expect(taken).toEqual({ time: '2026:11:03 14:22:10', offset: '-06:00' });
  const jpeg = await pictureOf('jpeg');
  const parts = [jpeg.subarray(0, 2), exifSegment(taken), jpeg.subarray(2)];
  const metadata = await sharp(Buffer.concat(parts), { failOn: 'warning' }).metadata();
  expect([metadata.width, metadata.orientation]).toEqual([64, undefined]);
  expect(capturedAt(metadata.exif)).toBe('2026-11-03T20:22:10.000Z');
  expect(findExif(jpeg)).toBeNull();
  // The zone of the file is the photo's when nothing else says it.
  const ofFile = exifSegment(taken);
  ofFile[ofFile.lastIndexOf(0x11)] = 0x10;
  expect(readCameraTime(ofFile.subarray(4))).toEqual(taken);
});

test('answers null for any broken data', async () => {
  const whole = await exifOf('2026:07:14 09:30:00');
  if (!whole) throw new Error('the photo has no EXIF data');
  const cut = fc.nat(whole.length).map((end) => whole.subarray(0, end));
  const changed = fc
    .array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 6 })
    .map((edits) => {
      const bytes = Buffer.from(whole);
      for (const [at, value] of edits) bytes[at] = value;
      return bytes;
    });
  fc.assert(
    fc.property(fc.oneof(cut, changed, fc.uint8Array().map(Buffer.from)), (bytes) => {
      const found = capturedAt(bytes);
      expect(found === null || new Date(found).toISOString() === found).toBe(true);
    }),
    rounds(100),
  );
  expect(capturedAt(undefined)).toBeNull();
});
