import sharp, { type Sharp } from 'sharp';
import { mostPixels, type PictureKind, type Told } from './uploads-picture-limits.ts';

/** Tallest picture in several widths, in pixels: WebP and AVIF end at 16,383. */
const mostHeight = 8192;

const encoders: Record<PictureKind, (picture: Sharp) => Sharp> = {
  png: (picture) => picture.png(),
  jpeg: (picture) => picture.jpeg({ quality: 85 }),
  webp: (picture) => picture.webp({ quality: 85, effort: 2 }),
  avif: (picture) => picture.avif({ quality: 60, effort: 2 }),
  // The first frame.
  gif: (picture) => picture.png(),
};

/** As pages show them: small. Twice the effort would make AVIF a tenth smaller and take eight times as long. */
const shown = {
  avif: (picture: Sharp, effort: number) =>
    picture.avif({ quality: 50, effort, chromaSubsampling: '4:2:0' }),
  webp: (picture: Sharp, effort: number) => picture.webp({ quality: 80, effort }),
};

/** A form of a picture: what it is, and its bytes once they are made. */
type Form = Told['forms'][number] & { bytes: () => Promise<Buffer> };

export interface Forms {
  /** Null where nobody shows it. */
  color: string | null;
  forms: Form[];
}

function decoded(input: string | Buffer): Sharp {
  return sharp(input, { failOn: 'error', limitInputPixels: mostPixels }).autoOrient();
}

interface Pixels {
  width: number;
  height: number;
  again: () => Sharp;
}

/** Decodes now; what is made of it starts from the pixels. */
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

/** Those of the widths that the picture has, its own among them where it is smaller than the largest. */
function widthsOf(widths: readonly number[], own: number): number[] {
  return [...widths.filter((width) => width < own).toSorted((a, b) => a - b), own];
}

/**
 * A picture upright, in sRGB and without metadata, as AVIF and WebP in each of those widths that it has.
 * It is decoded once; the small ones come from the large one. Effort is the encoders': 0, the least, to 6.
 */
export async function inWidths(
  input: string | Buffer,
  widths: readonly number[],
  effort = 2,
): Promise<Forms> {
  const most = { width: Math.max(...widths), height: mostHeight };
  const large = await pixelsOf(
    decoded(input).resize({ ...most, fit: 'inside', withoutEnlargement: true }),
  );
  const sizes = await Promise.all(
    widthsOf(widths, large.width).map((width) =>
      width === large.width ? large : pixelsOf(large.again().resize({ width })),
    ),
  );
  const forms = sizes.flatMap(({ width, height, again }) =>
    (['avif', 'webp'] as const).map((kind) => ({
      kind,
      width,
      height,
      bytes: () => shown[kind](again(), effort).toBuffer(),
    })),
  );
  return { color: await colorOf(sizes[0] ?? large), forms };
}

/** A picture upright and without metadata, as large as it is, in its own kind; GIF becomes PNG. */
export async function asItIs(input: string, kind: PictureKind): Promise<Forms> {
  const { data, info } = await encoders[kind](decoded(input)).toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const becomes = kind === 'gif' ? 'png' : kind;
  return { color: null, forms: [{ kind: becomes, width, height, bytes: async () => data }] };
}
