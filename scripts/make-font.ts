/**
 * Subsets the fonts: the display font to American English (web/assets/archivo.woff2), and with all Western European
 * letters, in the weight of headings, for the share images (archivo.ttf); the body font to Western European letters
 * (atkinson.woff2), and to the other letters of names (atkinson-names.woff2), which browsers load when a page has one.
 */
import { readFile, writeFile } from 'node:fs/promises';
import subsetFont from 'subset-font';

const source = new URL(
  '../node_modules/@fontsource-variable/archivo/files/archivo-latin-standard-normal.woff2',
  import.meta.url,
);
const target = new URL('../web/assets/archivo.woff2', import.meta.url);
const limit = 60_000;

const ascii = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join('');
const text = `${ascii}áéíóúñüÁÉÍÓÚÑÜ¿¡©®°·×–—‘’“”…→←↗•\u00a0`;

const font = await subsetFont(await readFile(source), text, {
  targetFormat: 'woff2',
  noHinting: true,
  keepFeatures: ['kern', 'mark', 'mkmk', 'tnum', 'lnum', 'calt', 'ccmp'],
  // Only headings and labels use this font, in 600, 700 and 800: weights below 600 would add 8 kB.
  variationAxes: {
    wght: { min: 600, max: 800, default: 600 },
    wdth: { min: 100, max: 125, default: 100 },
  },
});
if (font.length > limit) throw new Error(`The font has ${font.length} bytes, more than ${limit}.`);
await writeFile(target, font);
console.log(`web/assets/archivo.woff2: ${font.length} bytes`);

const shareTarget = new URL('../server/features/share-images/archivo.ttf', import.meta.url);
const latin1 = Array.from({ length: 96 }, (_, index) => String.fromCharCode(160 + index)).join('');
const shareFont = await subsetFont(await readFile(source), `${ascii}${latin1}–—‘’“”…•ıŒœ`, {
  targetFormat: 'sfnt',
  noHinting: true,
  keepFeatures: ['kern', 'mark', 'mkmk'],
  variationAxes: { wght: 800, wdth: 125 },
});
await writeFile(shareTarget, shareFont);
console.log(`archivo.ttf: ${shareFont.length} bytes`);

const bodySource = new URL(
  '../node_modules/@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-normal.woff2',
  import.meta.url,
);
const namesSource = new URL(
  '../node_modules/@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-ext-wght-normal.woff2',
  import.meta.url,
);
const bodyLimit = 40_000;
const latinExtendedA = Array.from({ length: 128 }, (_, index) => String.fromCharCode(256 + index));

async function writeBody(name: string, from: URL, letters: string): Promise<number> {
  const made = await subsetFont(await readFile(from), letters, {
    targetFormat: 'woff2',
    noHinting: true,
    keepFeatures: ['kern', 'mark', 'mkmk', 'tnum', 'ccmp'],
    variationAxes: { wght: { min: 400, max: 700, default: 400 } },
  });
  await writeFile(new URL(`../web/assets/${name}.woff2`, import.meta.url), made);
  console.log(`web/assets/${name}.woff2: ${made.length} bytes`);
  return made.length;
}

const western = `${ascii}${latin1}–—‘’‚“”„…•−€™→←↑↓`;
const bodyBytes =
  (await writeBody('atkinson', bodySource, western)) +
  (await writeBody('atkinson-names', namesSource, `${latinExtendedA.join('')}ȘșȚț`));
if (bodyBytes > bodyLimit) throw new Error(`The body font has ${bodyBytes} bytes.`);
