/**
 * A process of its own: writes a picture anew, upright and without metadata. What it makes goes to one file as
 * JSON, then the bytes of each form to one of its own. Arguments: path, kind, and the widths (`320,640`) or ''.
 * What a hostile picture does to the decoder's memory ends with it.
 */
import { closeSync, writeFileSync } from 'node:fs';
import sharp from 'sharp';
import { asItIs, inWidths } from './uploads-picture-forms.ts';
import {
  exits,
  mostPixels,
  type PictureKind,
  type Told,
  tellingFile,
} from './uploads-picture-limits.ts';

function send(file: number, bytes: string | Buffer): void {
  writeFileSync(file, bytes);
  closeSync(file);
}

async function encode(path: string, kind: PictureKind, widths: readonly number[]) {
  try {
    // Only the header is read: nothing is decoded yet.
    const options = { failOn: 'error', limitInputPixels: false } as const;
    const { width, height } = await sharp(path, options).metadata();
    if (width * height > mostPixels) return exits.tooManyPixels;
    const { color, forms } = await (widths.length > 0
      ? inWidths(path, widths)
      : asItIs(path, kind));
    const telling: Told = { color, forms: forms.map(({ bytes: _, ...form }) => form) };
    send(tellingFile, JSON.stringify(telling));
    await Promise.all(
      forms.map(async ({ bytes }, index) => send(tellingFile + 1 + index, await bytes())),
    );
    return exits.done;
  } catch {
    return exits.broken;
  }
}

const [path = '', kind, widths = ''] = process.argv.slice(2);
const list = widths === '' ? [] : widths.split(',').map(Number);
process.exitCode = await encode(path, kind as PictureKind, list);
