import { brightRegions } from './bright-regions.ts';
import { areaOf, isConvex, mapQuad, type Point, type Quad } from './geometry.ts';
import { type Pixels, smoothed, whitenessOf } from './pixels.ts';
import { alignToEdges } from './sheet-edges.ts';

/** A sheet covers at least this part of the photo; anything smaller is something on it. */
const minArea = 0.12;

/**
 * Finds a light sheet on a darker ground. Takes a photo of a few hundred pixels and returns the corners as fractions
 * of its width and height, clockwise from the top left; null when it isn't sure.
 */
export function findSheet(photo: Pixels): Quad | null {
  const picture = smoothed(whitenessOf(photo));
  const { width, height } = picture;
  let best: Quad | null = null;
  let bestScore = 0;
  for (const outline of brightRegions(picture)) {
    const corners = largestQuad(outline);
    if (!corners || !isPlausible(corners, width, height)) continue;
    const filled = areaOf(corners) / areaOf(outline);
    if (filled < 0.88) continue;
    const aligned = alignToEdges(picture, corners);
    if (!aligned || !isPlausible(aligned.quad, width, height)) continue;
    const score = aligned.certainty * filled;
    if (score > bestScore) [best, bestScore] = [aligned.quad, score];
  }
  return best && mapQuad(best, ({ x, y }) => ({ x: fraction(x / width), y: fraction(y / height) }));
}

function fraction(value: number): number {
  return Math.min(Math.max(value, 0), 1);
}

/** Corners of a sheet that somebody photographed in order to be read. */
function isPlausible(quad: Quad, width: number, height: number): boolean {
  if (!isConvex(quad) || areaOf(quad) < minArea * width * height) return false;
  return quad.every((corner, index) => {
    const before = quad[(index + 3) % 4] ?? corner;
    const after = quad[(index + 1) % 4] ?? corner;
    const [ax, ay] = [before.x - corner.x, before.y - corner.y];
    const [bx, by] = [after.x - corner.x, after.y - corner.y];
    // Between 53 and 127 degrees.
    return Math.abs(ax * bx + ay * by) < 0.6 * Math.hypot(ax, ay) * Math.hypot(bx, by);
  });
}

/** The four corners of a convex outline that enclose the most, clockwise from the top left. */
function largestQuad(outline: readonly Point[]): Quad | null {
  if (outline.length < 4) return null;
  let best: Point[] = [];
  let bestArea = 0;
  const count = outline.length;
  for (let first = 0; first < count; first += 1) {
    for (let third = first + 2; third < count; third += 1) {
      const second = furthest(outline, first, third, first + 1, third);
      const fourth = furthest(outline, third, first, third + 1, first + count);
      if (!second || !fourth) continue;
      const corners = [outline[first], second, outline[third], fourth] as Point[];
      const area = areaOf(corners);
      if (area > bestArea) [best, bestArea] = [corners, area];
    }
  }
  return best.length === 4 ? fromTopLeft(best as unknown as Quad) : null;
}

/** The point between two others of the outline that is furthest from their line. */
function furthest(
  outline: readonly Point[],
  from: number,
  to: number,
  start: number,
  end: number,
): Point | null {
  const [a, b] = [outline[from], outline[to]];
  let best: Point | null = null;
  let bestDistance = 0;
  for (let index = start; index < end; index += 1) {
    const point = outline[index % outline.length];
    if (!a || !b || !point) continue;
    const away = Math.abs((b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x));
    if (away > bestDistance) [best, bestDistance] = [point, away];
  }
  return best;
}

/** Starts at the corner that is nearest to the picture's top left. */
function fromTopLeft(quad: Quad): Quad {
  const sums = quad.map(({ x, y }) => x + y);
  const first = sums.indexOf(Math.min(...sums));
  return mapQuad(quad, (corner, index) => quad[(first + index) % 4] ?? corner);
}
