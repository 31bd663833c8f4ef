/** A position in pixels, or as a fraction of a picture's width and height. */
export interface Point {
  x: number;
  y: number;
}

export interface Size {
  width: number;
  height: number;
}

/** The corners of a sheet, clockwise from its top left. */
export type Quad = readonly [Point, Point, Point, Point];

/** Quarter turns clockwise. */
export type Turns = 0 | 1 | 2 | 3;

export function mapQuad(quad: Quad, change: (corner: Point, index: number) => Point): Quad {
  return quad.map(change) as unknown as Quad;
}

export function distance(from: Point, to: Point): number {
  return Math.hypot(to.x - from.x, to.y - from.y);
}

/** Twice the signed area of a triangle: positive when it turns clockwise on a screen. */
export function turn(a: Point, b: Point, c: Point): number {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

export function areaOf(corners: readonly Point[]): number {
  const twice = corners.reduce((sum, { x, y }, index) => {
    const next = corners[(index + 1) % corners.length] ?? { x, y };
    return sum + x * next.y - next.x * y;
  }, 0);
  return Math.abs(twice) / 2;
}

/** Whether the corners go around clockwise without crossing: others can't be straightened. */
export function isConvex(quad: Quad): boolean {
  const [a, b, c, d] = quad;
  return [turn(a, b, c), turn(b, c, d), turn(c, d, a), turn(d, a, b)].every((part) => part > 0);
}

/** The corners as the turned sheet has them. */
export function turnQuad([a, b, c, d]: Quad, turns: Turns): Quad {
  const turned: Quad[] = [
    [a, b, c, d],
    [d, a, b, c],
    [c, d, a, b],
    [b, c, d, a],
  ];
  return turned[turns] ?? [a, b, c, d];
}

/** Maps the unit square to the corners, after P. Heckbert, Fundamentals of Texture Mapping, 1989. */
export interface Homography {
  a: number;
  b: number;
  c: number;
  d: number;
  e: number;
  f: number;
  g: number;
  h: number;
}

export function homographyTo([p0, p1, p2, p3]: Quad): Homography {
  const [dx1, dx2, dx3] = [p1.x - p2.x, p3.x - p2.x, p0.x - p1.x + p2.x - p3.x];
  const [dy1, dy2, dy3] = [p1.y - p2.y, p3.y - p2.y, p0.y - p1.y + p2.y - p3.y];
  const scale = dx1 * dy2 - dx2 * dy1;
  const g = (dx3 * dy2 - dx2 * dy3) / scale;
  const h = (dx1 * dy3 - dx3 * dy1) / scale;
  return {
    a: p1.x - p0.x + g * p1.x,
    b: p3.x - p0.x + h * p3.x,
    c: p0.x,
    d: p1.y - p0.y + g * p1.y,
    e: p3.y - p0.y + h * p3.y,
    f: p0.y,
    g,
    h,
  };
}

/**
 * Width divided by height of the flat sheet. Its sides in the photo are shorter the further away they are, so it's
 * computed from the vanishing points: Z. Zhang and L. He, Whiteboard Scanning and Image Enhancement, 2007.
 */
export function aspectOf(quad: Quad, picture: Size): number {
  const [tl, tr, br, bl] = quad;
  const sides =
    Math.max(distance(tl, tr), distance(bl, br)) / Math.max(distance(tl, bl), distance(tr, br));
  const centered = mapQuad(quad, ({ x, y }) => ({
    x: x - picture.width / 2,
    y: y - picture.height / 2,
  }));
  const { a, b, d, e, g, h } = homographyTo(centered);
  const long = Math.max(picture.width, picture.height);
  // Seen straight from above, the vanishing points are infinitely far away.
  const product = g * h * long * long;
  const squared = Math.abs(product) < 0.002 ? long ** 2 : -(a * b + d * e) / (g * h);
  // Cameras of phones: from ultra wide to double zoom.
  const focal = Math.min(Math.max(squared, (0.45 * long) ** 2), (2.5 * long) ** 2);
  const across = (a * a + d * d) / focal + g * g;
  const down = (b * b + e * e) / focal + h * h;
  const aspect = Math.sqrt(across / down);
  // Corners that no flat rectangle has.
  return aspect > sides * 0.6 && aspect < sides / 0.6 ? aspect : sides;
}
