import { type Point, turn } from './geometry.ts';
import { byteAt, type Gray } from './pixels.ts';

/** Thresholds that are tried, as fractions of the range between the darkest and the brightest pixels. */
const levels = [0.3, 0.38, 0.46, 0.54, 0.62, 0.7, 0.78];

/** A region covers at least this part of the picture. */
const minPixels = 0.08;

/** The convex outlines of the largest bright region at each threshold: one threshold would split a sheet with a shadow. */
export function* brightRegions(picture: Gray): Generator<Point[]> {
  const { data, width, height } = picture;
  const sorted = data.toSorted();
  const dark = byteAt(sorted, Math.floor(sorted.length * 0.02));
  const bright = byteAt(sorted, Math.floor(sorted.length * 0.98));
  // An even surface.
  if (bright - dark < 30) return;
  for (const level of levels) {
    const region = largestRegion(picture, dark + (bright - dark) * level);
    if (region.size > minPixels * width * height) yield outlineOf(region, width, height);
  }
}

interface Region {
  /** The label of each pixel, 0 for dark ones. */
  labels: Int32Array;
  label: number;
  size: number;
}

function largestRegion({ data, width }: Gray, threshold: number): Region {
  const labels = new Int32Array(data.length);
  const stack = new Int32Array(data.length);
  let depth = 0;
  const add = (at: number, label: number) => {
    if (at < 0 || at >= data.length || labels[at] !== 0 || byteAt(data, at) < threshold) return;
    labels[at] = label;
    stack[depth] = at;
    depth += 1;
  };
  let largest = { label: 0, size: 0 };
  for (let start = 0, label = 1; start < data.length; start += 1) {
    add(start, label);
    if (depth === 0) continue;
    let size = 0;
    while (depth > 0) {
      depth -= 1;
      size += 1;
      const at = stack[depth] as number;
      const x = at % width;
      if (x > 0) add(at - 1, label);
      if (x < width - 1) add(at + 1, label);
      add(at - width, label);
      add(at + width, label);
    }
    if (size > largest.size) largest = { label, size };
    label += 1;
  }
  return { labels, ...largest };
}

/** The convex hull of the region, clockwise: A. M. Andrew's monotone chain. */
function outlineOf({ labels, label }: Region, width: number, height: number): Point[] {
  const points: Point[] = [];
  for (let x = 0; x < width; x += 1) {
    const rows = columnEnds(labels, label, x, width, height);
    if (rows)
      points.push(
        { x, y: rows[0] },
        { x, y: rows[1] + 1 },
        { x: x + 1, y: rows[0] },
        { x: x + 1, y: rows[1] + 1 },
      );
  }
  points.sort((one, other) => one.x - other.x || one.y - other.y);
  const upper = chain(points);
  const lower = chain(points.toReversed());
  return thinned([...upper.slice(0, -1), ...lower.slice(0, -1)]);
}

function columnEnds(
  labels: Int32Array,
  label: number,
  x: number,
  width: number,
  height: number,
): [number, number] | null {
  let [first, last] = [-1, -1];
  for (let y = 0; y < height; y += 1) {
    if (labels[y * width + x] !== label) continue;
    if (first < 0) first = y;
    last = y;
  }
  return first < 0 ? null : [first, last];
}

function chain(points: readonly Point[]): Point[] {
  const kept: Point[] = [];
  for (const point of points) {
    while (kept.length >= 2 && turn(kept.at(-2) as Point, kept.at(-1) as Point, point) <= 0) {
      kept.pop();
    }
    kept.push(point);
  }
  return kept;
}

/** Removes neighbors closer than two pixels: a choice of four corners tries all pairs. */
function thinned(outline: readonly Point[]): Point[] {
  const kept: Point[] = [];
  for (const point of outline) {
    const last = kept.at(-1);
    if (!last || Math.hypot(point.x - last.x, point.y - last.y) >= 2) kept.push(point);
  }
  return kept;
}
