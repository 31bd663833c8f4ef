import type { Size } from './geometry.ts';

/** RGBA pixels, as in `ImageData`. */
export interface Pixels extends Size {
  data: Uint8ClampedArray<ArrayBuffer>;
}

/** One byte per pixel. */
export interface Gray extends Size {
  data: Uint8Array;
}

/** A byte within the bounds. */
export function byteAt(data: Uint8ClampedArray | Uint8Array, index: number): number {
  return data[index] as number;
}

/** The value below which this part of the sorted bytes lies. */
export function percentile(histogram: ArrayLike<number>, part: number): number {
  let rest = Array.from(histogram).reduce((sum, count) => sum + count, 0) * part;
  for (let value = 0; value < histogram.length; value += 1) {
    rest -= histogram[value] as number;
    if (rest <= 0) return value;
  }
  return histogram.length - 1;
}

/** How bright each pixel looks. */
export function luminanceOf({ data, width, height }: Pixels): Gray {
  const gray = new Uint8Array(width * height);
  for (let index = 0, at = 0; index < gray.length; index += 1, at += 4) {
    gray[index] =
      byteAt(data, at) * 0.299 + byteAt(data, at + 1) * 0.587 + byteAt(data, at + 2) * 0.114;
  }
  return { data: gray, width, height };
}

/** The least of the three channels, which is low for saturated colors: paper has more than wood. */
export function whitenessOf({ data, width, height }: Pixels): Gray {
  const least = new Uint8Array(width * height);
  for (let index = 0, at = 0; index < least.length; index += 1, at += 4) {
    least[index] = Math.min(byteAt(data, at), byteAt(data, at + 1), byteAt(data, at + 2));
  }
  return { data: least, width, height };
}

/** Averages 3 × 3 pixels, against noise. */
export function smoothed({ data, width, height }: Gray): Gray {
  const smooth = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      let sum = 0;
      for (let dy = -1; dy <= 1; dy += 1) {
        const row = Math.min(Math.max(y + dy, 0), height - 1) * width;
        for (let dx = -1; dx <= 1; dx += 1) {
          sum += byteAt(data, row + Math.min(Math.max(x + dx, 0), width - 1));
        }
      }
      smooth[y * width + x] = sum / 9;
    }
  }
  return { data: smooth, width, height };
}

/** The value between the centers of four pixels. */
export function valueBetween({ data, width, height }: Gray, x: number, y: number): number {
  // The center of a pixel is half a pixel from its corner.
  const across = Math.min(Math.max(x - 0.5, 0), width - 1.001);
  const down = Math.min(Math.max(y - 0.5, 0), height - 1.001);
  const left = Math.trunc(across);
  const top = Math.trunc(down);
  const fx = across - left;
  const fy = down - top;
  const at = top * width + left;
  const above = byteAt(data, at) * (1 - fx) + byteAt(data, at + 1) * fx;
  const below = byteAt(data, at + width) * (1 - fx) + byteAt(data, at + width + 1) * fx;
  return above * (1 - fy) + below * fy;
}
