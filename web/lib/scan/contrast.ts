import { byteAt, type Gray, luminanceOf, type Pixels, percentile, valueBetween } from './pixels.ts';

/** 'document': dark text on white paper, without shadows. 'color': the photo's colors, brightened. */
export type Look = 'document' | 'color';

/** Changes the pixels in place. */
export function applyLook(pixels: Pixels, look: Look): void {
  if (look === 'color') stretchColors(pixels);
  else whitenPaper(pixels);
}

/** Paper of at least this part of its local brightness becomes white, ink of at most that part black. */
const white = 0.86;
const black = 0.3;

function whitenPaper(pixels: Pixels): void {
  const { data, width, height } = pixels;
  const gray = luminanceOf(pixels);
  const paper = paperOf(gray);
  const [across, down] = [paper.width / width, paper.height / height];
  for (let y = 0, index = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, index += 1) {
      const around = valueBetween(paper, (x + 0.5) * across, (y + 0.5) * down);
      const part = (byteAt(gray.data, index) / around - black) / (white - black);
      const value = part * 255;
      data[index * 4] = value;
      data[index * 4 + 1] = value;
      data[index * 4 + 2] = value;
    }
  }
}

/** Tiles along the longer side. */
const tiles = 40;

/** The brightness of the paper in each tile, from its brighter pixels, so that it follows shadows but not letters. */
function paperOf({ data, width, height }: Gray): Gray {
  const side = Math.max(1, Math.ceil(Math.max(width, height) / tiles));
  const size = { width: Math.ceil(width / side) + 1, height: Math.ceil(height / side) + 1 };
  const paper = { ...size, data: new Uint8Array(size.width * size.height) };
  for (let row = 0; row < size.height; row += 1) {
    for (let column = 0; column < size.width; column += 1) {
      const histogram = new Uint32Array(256);
      const bottom = Math.min((row + 1) * side, height);
      const right = Math.min((column + 1) * side, width);
      for (let y = Math.min(row * side, height - 1); y < bottom; y += 1) {
        for (let x = Math.min(column * side, width - 1); x < right; x += 1) {
          const value = byteAt(data, y * width + x);
          histogram[value] = (histogram[value] as number) + 1;
        }
      }
      paper.data[row * size.width + column] = percentile(histogram, 0.75);
    }
  }
  return averaged(brightest(aboveShade(paper)));
}

/** A dark picture on the page is no shadow: paper has at least two fifths of the page's brightness. */
function aboveShade(paper: Gray): Gray {
  const histogram = new Uint32Array(256);
  for (const value of paper.data) histogram[value] = (histogram[value] as number) + 1;
  const least = Math.max(24, percentile(histogram, 0.9) * 0.4);
  return { ...paper, data: paper.data.map((value) => Math.max(value, least)) };
}

/** The brightest of 3 × 3 tiles: one may be full of letters. */
function brightest(paper: Gray): Gray {
  return around(paper, (values) => Math.max(...values));
}

function averaged(paper: Gray): Gray {
  return around(paper, (values) => values.reduce((sum, value) => sum + value) / values.length);
}

function around({ data, width, height }: Gray, pick: (values: number[]) => number): Gray {
  const picked = data.map((_, index) => {
    const [x, y] = [index % width, Math.floor(index / width)];
    const values: number[] = [];
    for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row += 1) {
      for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column += 1) {
        values.push(byteAt(data, row * width + column));
      }
    }
    return pick(values);
  });
  return { data: picked, width, height };
}

/** Stretches each channel to the whole range, which also corrects yellow light. */
function stretchColors({ data }: Pixels): void {
  for (let channel = 0; channel < 3; channel += 1) {
    const histogram = new Uint32Array(256);
    for (let at = channel; at < data.length; at += 4) {
      const value = byteAt(data, at);
      histogram[value] = (histogram[value] as number) + 1;
    }
    const low = Math.min(percentile(histogram, 0.005), 96);
    const high = Math.max(percentile(histogram, 0.96), 128);
    for (let at = channel; at < data.length; at += 4) {
      data[at] = ((byteAt(data, at) - low) / (high - low)) * 255;
    }
  }
}
