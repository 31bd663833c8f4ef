/** Subsets the display font to American English and writes web/assets/archivo.woff2. */
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
  // Only headings and labels use this font: never lighter than 500 or narrower than 100.
  variationAxes: {
    wght: { min: 500, max: 900, default: 500 },
    wdth: { min: 100, max: 125, default: 100 },
  },
});
if (font.length > limit) throw new Error(`The font has ${font.length} bytes, more than ${limit}.`);
await writeFile(target, font);
console.log(`web/assets/archivo.woff2: ${font.length} bytes`);
