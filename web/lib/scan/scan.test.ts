import sharp from 'sharp';
import { getDocumentProxy } from 'unpdf';
import { expect, test } from 'vitest';
import { photoPixels } from '#tests/harness/scan-photos.ts';
import { applyLook } from './contrast.ts';
import { findSheet } from './find-sheet.ts';
import { fitPages } from './fit-pages.ts';
import { distance, type Quad } from './geometry.ts';
import { byteAt, type Pixels } from './pixels.ts';
import { straighten } from './straighten.ts';
import { writePdf } from './write-pdf.ts';

const size = { width: 1200, height: 1600 };
const skewed: Quad = [
  { x: 210, y: 170 },
  { x: 980, y: 130 },
  { x: 1090, y: 1390 },
  { x: 120, y: 1430 },
];
const raw = ({ width, height }: Pixels) => ({ raw: { width, height, channels: 4 as const } });

/** The photo in the size in which the worker searches. */
async function searched(photo: Pixels): Promise<Pixels> {
  const { data, info } = await sharp(photo.data, raw(photo))
    .resize({ width: 400, height: 400, fit: 'inside' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data: new Uint8ClampedArray(data), width: info.width, height: info.height };
}

test.each([
  ['a shadow', { shadow: 0.75 }],
  ['a light table', { table: [150, 120, 90] as const }],
])('finds a skewed sheet despite %s', async (_, options) => {
  const photo = await photoPixels({ ...size, corners: skewed, ...options });
  const found = findSheet(await searched(photo));
  if (found === null) throw new Error('No sheet was found.');
  for (const [index, { x, y }] of found.entries()) {
    const corner = { x: x * size.width, y: y * size.height };
    expect(distance(corner, skewed[index] ?? corner)).toBeLessThan(3);
  }
});

test('finds no sheet on a ground that is as light as the sheet', async () => {
  const photo = await photoPixels({ ...size, corners: skewed, table: [200, 190, 180] });
  expect(findSheet(await searched(photo))).toBeNull();
});

test('straightens the sheet within a few pixels, on white paper without the shadow', async () => {
  const photo = await photoPixels({ ...size, corners: skewed, shadow: 0.6 });
  const page = straighten(photo, skewed, { width: 1275, height: 1650 });
  applyLook(page, 'document');
  const brightness = (x: number, y: number) => byteAt(page.data, (y * page.width + x) * 4);
  // Four black squares of 50 pixels, an inch from the edges: four pixels inside and outside of each.
  for (const [x, y] of [
    [150, 150],
    [1075, 150],
    [1075, 1450],
    [150, 1450],
  ] as const) {
    for (const edge of [4, 46]) expect(brightness(x + edge, y + edge)).toBeLessThan(80);
    for (const edge of [-5, 55]) expect(brightness(x + edge, y + edge)).toBeGreaterThan(235);
  }
});

test('fits 30 noisy pages into a PDF under 5 MB that opens', async () => {
  const maxBytes = 5_000_000;
  const noise = { type: 'gaussian' as const, mean: 190, sigma: 25 };
  const { data, info } = await sharp({
    create: { width: 1700, height: 2200, channels: 3, background: '#fff', noise },
  })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const encoded = new Map<string, Promise<Buffer>>();
  const fitted = await fitPages(30, maxBytes, async (_, { side, jpeg }) => {
    const key = `${side} ${jpeg}`;
    const bytes = await encoded.getOrInsertComputed(key, () =>
      sharp(data, { raw: { ...info, channels: 3 } })
        .resize({ height: side })
        .jpeg({ quality: jpeg * 100 })
        .toBuffer(),
    );
    return { size: bytes.length, bytes };
  });
  if (fitted === null) throw new Error('The pages did not fit.');
  const pages = fitted.map(({ bytes }) => ({
    jpeg: new Uint8Array(bytes).buffer,
    ...{ width: 1700, height: 2200 },
  }));
  const pdf = new Uint8Array(await (await writePdf(pages)).arrayBuffer());
  expect(pdf.length).toBeLessThan(maxBytes);
  const text = Buffer.from(pdf).toString('latin1');
  expect(text.startsWith('%PDF-')).toBe(true);
  expect(text.slice(-1024)).toContain('%%EOF');
  const opened = await getDocumentProxy(pdf);
  expect(opened.numPages).toBe(30);
  const { view } = await opened.getPage(30);
  expect(view).toEqual([0, 0, 612, 792]);
});

test('refuses pages that fit with no quality', async () => {
  expect(await fitPages(30, 5_000_000, async () => ({ size: 1_000_000 }))).toBeNull();
});
