import sharp, { type FailOnOptions as FailOn, type Sharp } from 'sharp';
import { readingLimits } from '../sandbox/reading-limits.ts';
import type { PictureKind } from './file-kinds.ts';

/** Maximum height of a variant in pixels; WebP and AVIF end at 16,383. */
const maxHeight = 8192;

const originalEncoders: Record<Exclude<PictureKind, 'gif'>, (picture: Sharp) => Sharp> = {
  png: (picture) => picture.png(),
  jpeg: (picture) => picture.jpeg({ quality: 85 }),
  webp: (picture) => picture.webp({ quality: 85, effort: 2 }),
  avif: (picture) => picture.avif({ quality: 60, effort: 2 }),
};

/** For display at small sizes. Twice the effort makes AVIF a tenth smaller and takes eight times as long. */
const variantEncoders = {
  avif: (picture: Sharp) => picture.avif({ quality: 50, effort: 2, chromaSubsampling: '4:2:0' }),
  webp: (picture: Sharp) => picture.webp({ quality: 80, effort: 2 }),
};

/** A variant that `bytes` encodes on demand. */
interface EncodableVariant {
  kind: PictureKind;
  /** Pixels. */
  width: number;
  height: number;
  bytes: () => Promise<Buffer>;
}

export interface VariantSet {
  /** Average color over white, `#rrggbb`; null without widths. */
  color: string | null;
  /** From the smallest width to the largest, each as AVIF, then WebP. */
  variants: EncodableVariant[];
}

/** A path, or the bytes of a picture. */
type Input = string | Buffer;

function decoded(input: Input, failOn: FailOn): Sharp {
  return sharp(input, { failOn, limitInputPixels: readingLimits.picture.pixels }).autoOrient();
}

interface Pixels {
  width: number;
  height: number;
  again: () => Sharp;
}

/** Decodes once; `again` starts each resize from the pixels. */
async function pixelsOf(picture: Sharp): Promise<Pixels> {
  const { data, info } = await picture
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  return { width, height, again: () => sharp(data, { raw: { width, height, channels } }) };
}

async function colorOf({ again }: Pixels): Promise<string> {
  const pixel = await again()
    .flatten({ background: '#ffffff' })
    .resize(1, 1, { fit: 'fill' })
    .toColourspace('srgb')
    .raw()
    .toBuffer();
  return `#${pixel.toString('hex', 0, 3)}`;
}

/** The widths below the image's own, and its own. */
function usableWidths(widths: readonly number[], own: number): number[] {
  return [...widths.filter((width) => width < own).toSorted((a, b) => a - b), own];
}

/**
 * Encodes an image as AVIF and WebP in each width that it has: upright, in sRGB, without metadata.
 * Decodes once; small variants come from the large one.
 */
export async function encodeVariants(
  input: Input,
  widths: readonly number[],
  failOn: FailOn = 'error',
): Promise<VariantSet> {
  const max = { width: Math.max(...widths), height: maxHeight };
  const large = await pixelsOf(
    decoded(input, failOn).resize({ ...max, fit: 'inside', withoutEnlargement: true }),
  );
  const sizes = await Promise.all(
    usableWidths(widths, large.width).map((width) =>
      width === large.width ? large : pixelsOf(large.again().resize({ width })),
    ),
  );
  const variants = sizes.flatMap(({ width, height, again }) =>
    (['avif', 'webp'] as const).map((kind) => ({
      kind,
      width,
      height,
      bytes: () => variantEncoders[kind](again()).toBuffer(),
    })),
  );
  return { color: await colorOf(sizes[0] ?? large), variants };
}

/** Above that AVIF becomes WebP: its encoder takes 36 bytes per pixel, 2.3 GB for 64 megapixels. */
const maxAvifPixels = 16_000_000;
const maxWebpSide = 16_383;

/** Encodes an image in its own size and format, upright and without metadata; GIF becomes PNG, a large AVIF WebP. */
export async function encodeOriginalSize(
  input: Input,
  kind: PictureKind,
  failOn: FailOn = 'error',
): Promise<VariantSet> {
  const picture = decoded(input, failOn);
  const isLarge = async () => {
    const { width, height } = await picture.metadata();
    return width * height > maxAvifPixels;
  };
  const becomes = kind === 'gif' ? 'png' : kind === 'avif' && (await isLarge()) ? 'webp' : kind;
  if (becomes !== kind && becomes === 'webp')
    picture.resize({
      width: maxWebpSide,
      height: maxWebpSide,
      fit: 'inside',
      withoutEnlargement: true,
    });
  const { data, info } = await originalEncoders[becomes](picture).toBuffer({
    resolveWithObject: true,
  });
  const { width, height } = info;
  return { color: null, variants: [{ kind: becomes, width, height, bytes: async () => data }] };
}
