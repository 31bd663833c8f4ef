import { mkdtempSync, rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { pictureWidths } from '#contract/files.ts';
import { createProduct } from '#contract/store.ts';
import { ask } from '../child.ts';
import { type Company, withCompany } from '../company.ts';
import type { Figure, Subject } from '../figures.ts';
import { memoryMb, peakMemoryMb } from '../process-use.ts';
import type { SharpTask } from '../processes/bare-sharp.ts';

const rounds = 5;
const inTurns = 3;

/** A photo of 19 megapixels and about 12 MB, with the grain of a small lens. */
async function photo(): Promise<Buffer> {
  const size = { width: 5000, height: 3750 };
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 24 };
  const grain = await sharp({ create: { ...size, channels: 3, background: '#808080', noise } })
    .png({ compressionLevel: 1 })
    .toBuffer();
  const spots = Array.from({ length: 400 }, (_, n) => {
    const color = `hsl(${(n * 47) % 360} 50% ${20 + ((n * 13) % 60)}%)`;
    return `<circle cx="${(n * 7919) % size.width}" cy="${(n * 104_729) % size.height}" r="${20 + ((n * 37) % 200)}" fill="${color}"/>`;
  });
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}"><rect width="100%" height="100%" fill="#9db7c9"/>${spots.join('')}</svg>`;
  return sharp(Buffer.from(drawing))
    .composite([{ input: grain, blend: 'soft-light' }])
    .removeAlpha()
    .jpeg({ quality: 97 })
    .toBuffer();
}

/** Milliseconds until an item with that photo is stored. */
async function add({ url, admin }: Company, bytes: Buffer): Promise<number> {
  const form = new FormData();
  form.set('title', 'Cap');
  form.set('description', 'Black, one size.');
  form.set('price', '14.50');
  form.set('file', new Blob([new Uint8Array(bytes)]), 'IMG_0001.JPG');
  const from = performance.now();
  const answer = await fetch(url + createProduct.path, {
    method: 'POST',
    headers: admin,
    body: form,
  });
  if (answer.status !== 201) throw new Error(`an item was answered with ${answer.status}`);
  await answer.arrayBuffer();
  return performance.now() - from;
}

function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
}

async function measure(company: Company): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'headrack-bench-'));
  try {
    const path = join(folder, 'photo.jpg');
    await writeFile(path, await photo());
    const bytes = await readFile(path);
    const task: SharpTask = { photo: path, widths: pictureWidths, folder, rounds };
    const bare = () => ask<number[]>(new URL('../processes/bare-sharp.ts', import.meta.url), task);
    const [ours, limit]: [number[], number[]] = [[], []];
    await add(company, bytes);
    // In turns, so that a slow moment of the machine meets both.
    for (let turn = 0; turn < inTurns; turn += 1) {
      limit.push(...(await bare()));
      for (let round = 0; round < rounds; round += 1) ours.push(await add(company, bytes));
    }
    const before = memoryMb(company.pid);
    const peak = await peakMemoryMb(company.pid, add(company, bytes));
    const megabytes = (bytes.length / 1e6).toFixed(1);
    return [
      {
        what: `photo of ${megabytes} MB to ${pictureWidths.length * 2} forms, against bare sharp`,
        ours: median(ours),
        limit: median(limit),
        unit: 'ms',
        most: 1.5,
      },
      { what: '  memory rise', ours: Math.max(0, peak - before), limit: 60, unit: 'MB', most: 1 },
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A photo from a telephone into the store, beside sharp alone: ours is also received, hashed, judged and kept. */
export const pictures: Subject = {
  name: 'pictures',
  run: () => withCompany(() => undefined, measure),
};
