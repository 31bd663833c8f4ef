/** Photos of pages on a table, as a phone takes them: at an angle, with a shadow and noise. */
import sharp from 'sharp';
import { homographyTo, type Point, type Quad, type Size } from '#web/lib/scan/geometry.ts';
import type { Pixels } from '#web/lib/scan/pixels.ts';

interface PhotoOptions extends Size {
  /** The corners of the page in the photo, in pixels. */
  corners: Quad;
  heading?: string;
  /** The color of the table. */
  table?: readonly [number, number, number];
  /** Brightness lost on the darker side of the photo, 0 to 1. */
  shadow?: number;
  /** The standard deviation of the noise. */
  noise?: number;
}

/** A Letter page of text at 150 dots per inch; the black squares are an inch from its edges. */
async function letterPage(heading: string): Promise<Pixels> {
  const lines = Array.from({ length: 26 }, (_, line) => {
    const words = 'Unloaded nine vehicles at the dealer, no damage noted on arrival. '.repeat(2);
    return `<text x="300" y="${430 + line * 36}" font-size="22">${line + 1}. ${words.slice(0, 66)}</text>`;
  });
  const marks = [
    [150, 150],
    [1075, 150],
    [1075, 1450],
    [150, 1450],
  ].map(([x, y]) => `<rect x="${x}" y="${y}" width="50" height="50"/>`);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1275" height="1650" font-family="sans-serif">
    <rect width="1275" height="1650" fill="#fdfcf7"/>${marks.join('')}
    <text x="300" y="260" font-size="56" font-weight="bold">${heading}</text>
    <text x="300" y="330" font-size="26" fill="#1d3a8a">Bill of lading 40-1187, signed by the driver</text>
    <path d="M300 1500 q60 -80 120 0 t120 -10 t140 0" fill="none" stroke="#1d3a8a" stroke-width="5"/>
    ${lines.join('')}</svg>`;
  const { data, info } = await sharp(Buffer.from(svg))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data: new Uint8ClampedArray(data), width: info.width, height: info.height };
}

/** The same numbers in each run: a linear congruential generator. */
function randomNumbers(): () => number {
  let state = 12_345;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

/** The fractions of the page at a point of the photo: the inverse of its homography. */
function pagePointOf(quad: Quad): (x: number, y: number) => Point {
  const { a, b, c, d, e, f, g, h } = homographyTo(quad);
  return (x, y) => {
    const [p, q, r, s] = [a - x * g, b - x * h, d - y * g, e - y * h];
    const [right, below] = [x - c, y - f];
    const scale = p * s - q * r;
    return { x: (right * s - q * below) / scale, y: (p * below - right * r) / scale };
  };
}

export async function photoPixels(options: PhotoOptions): Promise<Pixels> {
  const { width, height, corners, table = [92, 66, 48], shadow = 0.45, noise = 7 } = options;
  const page = await letterPage(options.heading ?? 'DELIVERY RECEIPT');
  const random = randomNumbers();
  const pagePoint = pagePointOf(corners);
  const data = new Uint8ClampedArray(width * height * 4);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const { x: u, y: v } = pagePoint(x + 0.5, y + 0.5);
      const isPage = u >= 0 && u < 1 && v >= 0 && v < 1;
      const from = (Math.floor(v * page.height) * page.width + Math.floor(u * page.width)) * 4;
      // The grain of the wood.
      const grain = 1 + 0.14 * Math.sin(y / 9 + Math.sin(x / 60) * 3);
      const light = 0.92 * (1 - shadow * (x / width) * (0.5 + (0.5 * y) / height));
      // Three uniform numbers are about normal.
      const speck = (random() + random() + random() - 1.5) * 2 * noise;
      const to = (y * width + x) * 4;
      for (let channel = 0; channel < 3; channel += 1) {
        const surface = isPage ? (page.data[from + channel] ?? 0) : (table[channel] ?? 0) * grain;
        data[to + channel] = surface * light + speck;
      }
      data[to + 3] = 255;
    }
  }
  return { data, width, height };
}

/** The photo as a JPEG file; with an EXIF orientation its pixels are stored turned, as phones do. */
export async function photoJpeg(options: PhotoOptions, orientation?: 6): Promise<Buffer> {
  const { data, width, height } = await photoPixels(options);
  const photo = sharp(data, { raw: { width, height, channels: 4 } }).removeAlpha();
  if (!orientation) return photo.jpeg({ quality: 90 }).toBuffer();
  const turned = await photo.rotate(270).raw().toBuffer({ resolveWithObject: true });
  return sharp(turned.data, { raw: { ...turned.info, channels: 3 } })
    .withMetadata({ orientation })
    .jpeg({ quality: 90 })
    .toBuffer();
}
