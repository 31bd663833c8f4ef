import type { Point, Quad } from './geometry.ts';
import { type Gray, valueBetween } from './pixels.ts';

/** Pixels on both sides of a guessed edge that are searched. */
const reach = 5;
/** Gray that an edge of paper loses at least. */
const minStep = 14;
const samples = 48;

interface Line {
  point: Point;
  direction: Point;
}

/**
 * Moves each side of the guess to where the brightness falls, which finds it within a fraction of a pixel. `certainty`
 * is the part of the sides' samples that have an edge; null when a side has too few.
 */
export function alignToEdges(picture: Gray, guess: Quad): { quad: Quad; certainty: number } | null {
  const lines: Line[] = [];
  let certainty = 1;
  for (const [index, from] of guess.entries()) {
    const to = guess[(index + 1) % 4] ?? from;
    const side = alignSide(picture, from, to);
    if (!side) return null;
    certainty = Math.min(certainty, side.certainty);
    lines.push(side.line);
  }
  const corners = lines.map((line, index) => crossing(lines[(index + 3) % 4] ?? line, line));
  if (corners.some((corner) => corner === null)) return null;
  return { quad: corners as unknown as Quad, certainty };
}

/** Clockwise around the sheet, its outside is on the left. */
function alignSide(picture: Gray, from: Point, to: Point) {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const direction = { x: (to.x - from.x) / length, y: (to.y - from.y) / length };
  const outward = { x: direction.y, y: -direction.x };
  if (isOnBorder(picture, from, to)) return { line: { point: from, direction }, certainty: 0.9 };
  const edges: Point[] = [];
  for (let sample = 0; sample < samples; sample += 1) {
    // The corners may be rounded or folded.
    const along = length * (0.06 + (0.88 * sample) / (samples - 1));
    const on = { x: from.x + direction.x * along, y: from.y + direction.y * along };
    const away = steepest(picture, on, outward);
    if (away !== null) edges.push({ x: along, y: away });
  }
  const certainty = edges.length / samples;
  if (certainty < 0.6) return null;
  const { offset, slope } = fitted(edges);
  const point = { x: from.x + outward.x * offset, y: from.y + outward.y * offset };
  return {
    line: {
      point,
      direction: { x: direction.x + outward.x * slope, y: direction.y + outward.y * slope },
    },
    certainty,
  };
}

/** A sheet that reaches out of the photo ends at its border. */
function isOnBorder({ width, height }: Gray, from: Point, to: Point): boolean {
  const near = 2.5;
  const isNear = (one: number, other: number, border: number) =>
    Math.abs(one - border) < near && Math.abs(other - border) < near;
  return (
    isNear(from.x, to.x, 0) ||
    isNear(from.x, to.x, width) ||
    isNear(from.y, to.y, 0) ||
    isNear(from.y, to.y, height)
  );
}

/** The distance outward at which the brightness falls most; null when it falls nowhere. */
function steepest(picture: Gray, on: Point, outward: Point): number | null {
  const values: number[] = [];
  for (let step = -reach - 1; step <= reach + 1; step += 1) {
    values.push(valueBetween(picture, on.x + outward.x * step, on.y + outward.y * step));
  }
  let [best, fall] = [-1, minStep];
  for (let index = 1; index < values.length - 1; index += 1) {
    const difference = (values[index - 1] ?? 0) - (values[index + 1] ?? 0);
    if (difference > fall) [best, fall] = [index, difference];
  }
  if (best < 0) return null;
  // The peak of the parabola through the steepest fall and its neighbors.
  const fallAt = (index: number) => (values[index - 1] ?? 0) - (values[index + 1] ?? fall);
  const [before, after] = [fallAt(best - 1), fallAt(best + 1)];
  const bend = before - 2 * fall + after;
  const peak = bend < 0 ? Math.min(Math.max((before - after) / (2 * bend), -0.5), 0.5) : 0;
  return best - reach - 1 + peak;
}

/** Least squares, twice: the second time without what is far from the first line. */
function fitted(edges: readonly Point[]): { offset: number; slope: number } {
  const first = lineThrough(edges);
  const errorOf = ({ x, y }: Point) => Math.abs(y - first.offset - first.slope * x);
  const near = edges.toSorted((one, other) => errorOf(one) - errorOf(other));
  return lineThrough(near.slice(0, Math.ceil(near.length * 0.8)));
}

function lineThrough(points: readonly Point[]): { offset: number; slope: number } {
  const count = points.length;
  const meanX = points.reduce((sum, { x }) => sum + x, 0) / count;
  const meanY = points.reduce((sum, { y }) => sum + y, 0) / count;
  const spread = points.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0);
  const slope = points.reduce((sum, { x, y }) => sum + (x - meanX) * (y - meanY), 0) / spread;
  return { offset: meanY - slope * meanX, slope };
}

function crossing(one: Line, other: Line): Point | null {
  const cross = one.direction.x * other.direction.y - one.direction.y * other.direction.x;
  if (Math.abs(cross) < 1e-6) return null;
  const [dx, dy] = [other.point.x - one.point.x, other.point.y - one.point.y];
  const along = (dx * other.direction.y - dy * other.direction.x) / cross;
  return { x: one.point.x + one.direction.x * along, y: one.point.y + one.direction.y * along };
}
