import { aspectOf, distance, homographyTo, type Quad, type Size } from './geometry.ts';
import { byteAt, type Pixels } from './pixels.ts';

/** The size of the straightened sheet: as sharp as the photo, with at most `maxSide` pixels on its longer side. */
export function straightSize(quad: Quad, picture: Size, maxSide: number): Size {
  const [tl, tr, br, bl] = quad;
  const aspect = aspectOf(quad, picture);
  const across = Math.max(distance(tl, tr), distance(bl, br));
  const down = Math.max(distance(tl, bl), distance(tr, br));
  const sharp = Math.max(across, down * aspect);
  const width = sharp * Math.min(1, maxSide / Math.max(sharp, sharp / aspect));
  return { width: Math.max(1, Math.round(width)), height: Math.max(1, Math.round(width / aspect)) };
}

/** Cuts the sheet out of the photo and straightens it. The loop runs millions of times, so it makes no objects. */
export function straighten(photo: Pixels, quad: Quad, { width, height }: Size): Pixels {
  const { a, b, c, d, e, f, g, h } = homographyTo(quad);
  const from = photo.data;
  const line = photo.width * 4;
  const maxX = photo.width - 1.001;
  const maxY = photo.height - 1.001;
  const data = new Uint8ClampedArray(width * height * 4);
  let to = 0;
  for (let row = 0; row < height; row += 1) {
    const v = (row + 0.5) / height;
    for (let column = 0; column < width; column += 1) {
      const u = (column + 0.5) / width;
      const w = g * u + h * v + 1;
      const x = Math.min(Math.max((a * u + b * v + c) / w - 0.5, 0), maxX);
      const y = Math.min(Math.max((d * u + e * v + f) / w - 0.5, 0), maxY);
      const left = Math.trunc(x);
      const top = Math.trunc(y);
      const fx = x - left;
      const fy = y - top;
      const upper = top * line + left * 4;
      for (let channel = 0; channel < 3; channel += 1) {
        const p = upper + channel;
        const q = p + line;
        const above = byteAt(from, p) * (1 - fx) + byteAt(from, p + 4) * fx;
        const below = byteAt(from, q) * (1 - fx) + byteAt(from, q + 4) * fx;
        data[to + channel] = above * (1 - fy) + below * fy;
      }
      data[to + 3] = 255;
      to += 4;
    }
  }
  return { data, width, height };
}
