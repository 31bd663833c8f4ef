/**
 * Child process that re-encodes an image, upright and without metadata, so that a hostile image can corrupt only
 * this process's memory. Writes a JSON manifest, then each variant to its own file descriptor.
 * Arguments: path, kind, and the widths (`320,640`) or ''.
 */
import { closeSync, writeFileSync } from 'node:fs';
import sharp from 'sharp';
import { capturedAt } from './exif-time.ts';
import { encodeOriginalSize, encodeVariants } from './image-variants.ts';
import {
  exitCodes,
  manifestFd,
  maxPixels,
  type PictureKind,
  type ReencodeManifest,
} from './reencode-protocol.ts';

function send(file: number, bytes: string | Buffer): void {
  writeFileSync(file, bytes);
  closeSync(file);
}

async function encode(path: string, kind: PictureKind, widths: readonly number[]) {
  try {
    // Reads only the header; nothing is decoded yet.
    const options = { failOn: 'error', limitInputPixels: false } as const;
    const { width, height, exif } = await sharp(path, options).metadata();
    if (width * height > maxPixels) return exitCodes.tooManyPixels;
    const { color, variants } = await (widths.length > 0
      ? encodeVariants(path, widths)
      : encodeOriginalSize(path, kind));
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

const [path = '', kind, widths = ''] = process.argv.slice(2);
const list = widths === '' ? [] : widths.split(',').map(Number);
process.exitCode = await encode(path, kind as PictureKind, list);
