/**
 * Child process that re-encodes an image, upright and without metadata, so that a hostile image can corrupt only
 * this process's memory. Writes each variant to `<output>-<index>` and prints what it made as JSON.
 * Arguments: path, kind, output, and the widths (`320,640`) or ''.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import sharp from 'sharp';
import { limitProcess } from '../sandbox/limit-process.ts';
import { readingLimits } from '../sandbox/reading-limits.ts';
import { capturedAt } from './exif-time.ts';
import type { PictureKind } from './file-kinds.ts';
import { encodeOriginalSize, encodeVariants, type VariantSet } from './image-variants.ts';
import type { Reencoding } from './reencode.ts';

interface Task {
  path: string;
  kind: PictureKind;
  output: string;
  widths: readonly number[];
}

const jpegEnd = Buffer.from([0xff, 0xd9]);

/** Decodes a JPEG without its end marker, as cut transfers leave it. One that lacks more is still broken: it warns. */
async function withoutEnd({ path, kind, widths }: Task): Promise<VariantSet> {
  const whole = Buffer.concat([readFileSync(path), jpegEnd]);
  return widths.length > 0
    ? encodeVariants(whole, widths, 'warning')
    : encodeOriginalSize(whole, kind, 'warning');
}

async function variantsOf(task: Task): Promise<VariantSet> {
  const { path, kind, widths } = task;
  try {
    return await (widths.length > 0
      ? encodeVariants(path, widths)
      : encodeOriginalSize(path, kind));
  } catch (error) {
    if (kind === 'jpeg') return withoutEnd(task);
    throw error;
  }
}

/** Null: the image has too many pixels. */
async function encode(task: Task) {
  // Reads only the header; nothing is decoded yet.
  const options = { failOn: 'error', limitInputPixels: false } as const;
  const { width, height, exif } = await sharp(task.path, options).metadata();
  if (width * height > readingLimits.picture.pixels) return null;
  const { color, variants } = await variantsOf(task);
  const contents = await Promise.all(variants.map(({ bytes }) => bytes()));
  const made = variants.map(({ bytes: _, ...variant }) => variant);
  return { contents, made: { color, capturedAt: capturedAt(exif), variants: made } };
}

async function reencode(task: Task): Promise<Reencoding> {
  const encoded = await encode(task).catch(() => undefined);
  if (encoded === undefined) return { fault: 'broken' };
  if (encoded === null) return { fault: 'pixels' };
  try {
    for (const [index, content] of encoded.contents.entries()) {
      writeFileSync(`${task.output}-${index}`, content, { flag: 'wx', mode: 0o600 });
    }
    return encoded.made;
  } catch {
    return { fault: 'disk' };
  }
}

await limitProcess(readingLimits.picture.memoryMb);
const [path = '', kind, output = '', widths = ''] = process.argv.slice(2);
const list = widths === '' ? [] : widths.split(',').map(Number);
const task = { path, kind: kind as PictureKind, output, widths: list };
process.stdout.write(JSON.stringify(await reencode(task)));
