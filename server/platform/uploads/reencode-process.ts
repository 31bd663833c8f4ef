/**
 * Child process that re-encodes an image, upright and without metadata, so that a hostile image can corrupt only
 * this process's memory. Writes each variant to `<output>-<index>` and answers what it made.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import sharp from 'sharp';
import { answerRequests } from '../sandbox/answer-requests.ts';
import { readingLimits } from '../sandbox/reading-limits.ts';
import { capturedAt } from './exif-time.ts';
import { encodeOriginalSize, encodeVariants, type VariantSet } from './image-variants.ts';
import type { EncodeRequest, Reencoding } from './reencode.ts';

const jpegEnd = Buffer.from([0xff, 0xd9]);

/** Decodes a JPEG without its end marker, as cut transfers leave it. One that lacks more is still broken: it warns. */
async function withoutEnd({ path, kind, widths }: EncodeRequest): Promise<VariantSet> {
  const whole = Buffer.concat([readFileSync(path), jpegEnd]);
  return widths.length > 0
    ? encodeVariants(whole, widths, 'warning')
    : encodeOriginalSize(whole, kind, 'warning');
}

async function variantsOf(task: EncodeRequest): Promise<VariantSet> {
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
async function encode(task: EncodeRequest) {
  // Reads only the header; nothing is decoded yet.
  const options = { failOn: 'error', limitInputPixels: false } as const;
  const { width, height, exif } = await sharp(task.path, options).metadata();
  if (width * height > readingLimits.picture.pixels) return null;
  const { color, variants } = await variantsOf(task);
  const contents = await Promise.all(variants.map(({ bytes }) => bytes()));
  const made = variants.map(({ bytes: _, ...variant }) => variant);
  return { contents, made: { color, capturedAt: capturedAt(exif), variants: made } };
}

async function reencode(task: EncodeRequest): Promise<Reencoding> {
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

await answerRequests(reencode);
