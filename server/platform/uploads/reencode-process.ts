/**
 * Child process that re-encodes an image, upright and without metadata, so that a hostile image can corrupt only
 * this process's memory. Writes a JSON manifest, then each variant to its own file descriptor.
 * Arguments: path, kind, and the widths (`320,640`) or ''.
 */
import { closeSync, readFileSync, writeFileSync } from 'node:fs';
import sharp from 'sharp';
import { capturedAt } from './exif-time.ts';
import { encodeOriginalSize, encodeVariants, type VariantSet } from './image-variants.ts';
import { limitProcess } from './limit-process.ts';
import { readingLimits } from './reading-limits.ts';
import {
  exitCodes,
  manifestFd,
  type PictureKind,
  type ReencodeManifest,
} from './reencode-protocol.ts';

function send(file: number, bytes: string | Buffer): void {
  writeFileSync(file, bytes);
  closeSync(file);
}

const jpegEnd = Buffer.from([0xff, 0xd9]);

/** Decodes a JPEG without its end marker, as cut transfers leave it. One that lacks more is still broken: it warns. */
async function withoutEnd(path: string, kind: PictureKind, widths: readonly number[]) {
  const whole = Buffer.concat([readFileSync(path), jpegEnd]);
  return widths.length > 0
    ? encodeVariants(whole, widths, { failOn: 'warning' })
    : encodeOriginalSize(whole, kind, 'warning');
}

async function variantsOf(
  path: string,
  kind: PictureKind,
  widths: readonly number[],
): Promise<VariantSet> {
  try {
    return await (widths.length > 0
      ? encodeVariants(path, widths)
      : encodeOriginalSize(path, kind));
  } catch (error) {
    if (kind === 'jpeg') return withoutEnd(path, kind, widths);
    throw error;
  }
}

async function encode(path: string, kind: PictureKind, widths: readonly number[]) {
  try {
    // Reads only the header; nothing is decoded yet.
    const options = { failOn: 'error', limitInputPixels: false } as const;
    const { width, height, exif } = await sharp(path, options).metadata();
    if (width * height > readingLimits.picture.pixels) return exitCodes.tooManyPixels;
    const { color, variants } = await variantsOf(path, kind, widths);
    const manifest: ReencodeManifest = {
      color,
      capturedAt: capturedAt(exif),
      variants: variants.map(({ bytes: _, ...variant }) => variant),
    };
    send(manifestFd, JSON.stringify(manifest));
    await Promise.all(
      variants.map(async ({ bytes }, index) => send(manifestFd + 1 + index, await bytes())),
    );
    return exitCodes.done;
  } catch {
    return exitCodes.broken;
  }
}

await limitProcess(readingLimits.picture.memoryMb);
const [path = '', kind, widths = ''] = process.argv.slice(2);
const list = widths === '' ? [] : widths.split(',').map(Number);
process.exitCode = await encode(path, kind as PictureKind, list);
