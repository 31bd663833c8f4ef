/**
 * A process of its own: writes a picture anew, upright and without metadata, to its standard output,
 * and its width and height in pixels as `64 48` to another file. Arguments: path, kind.
 * What a hostile picture does to the decoder's memory ends with it.
 */
import { writeSync } from 'node:fs';
import sharp, { type Sharp } from 'sharp';
import { exits, mostPixels, type PictureKind, sizeFile } from './uploads-picture-limits.ts';

const options = { failOn: 'error' } as const;
const encoders: Record<PictureKind, (picture: Sharp) => Sharp> = {
  png: (picture) => picture.png(),
  jpeg: (picture) => picture.jpeg({ quality: 85 }),
  webp: (picture) => picture.webp({ quality: 85, effort: 2 }),
  avif: (picture) => picture.avif({ quality: 60, effort: 2 }),
  // The first frame.
  gif: (picture) => picture.png(),
};

async function encode(path: string, kind: PictureKind): Promise<number> {
  try {
    const { width, height } = await sharp(path, {
      ...options,
      limitInputPixels: false,
    }).metadata();
    if (width * height > mostPixels) return exits.tooManyPixels;
    const picture = sharp(path, { ...options, limitInputPixels: mostPixels }).autoOrient();
    const { data, info } = await encoders[kind](picture).toBuffer({ resolveWithObject: true });
    writeSync(sizeFile, `${info.width} ${info.height}`);
    await new Promise((resolve) => process.stdout.write(data, resolve));
    return exits.done;
  } catch {
    return exits.broken;
  }
}

const [path = '', kind] = process.argv.slice(2);
process.exitCode = await encode(path, kind as PictureKind);
