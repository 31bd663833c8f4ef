/** A text as it stands on a page; lengths in points. */
export interface PlacedText {
  text: string;
  left: number;
  right: number;
  /** Of the base line, from the top of the page. */
  y: number;
  /** Of the letters. */
  height: number;
}

/** Texts of one line that stand together; the next cell is more than a letter's height away. */
export type Cell = Pick<PlacedText, 'text' | 'left' | 'right'>;

/** What stands at one height, from left to right. */
export interface Line {
  y: number;
  height: number;
  cells: readonly Cell[];
}

/** The lines of a page from top to bottom, whatever the order in the file. */
export type Page = readonly Line[];

/** The text of a PDF. */
export interface PageText {
  /** The first and the last pages; none when the PDF can't be read or has no text. */
  pages: readonly Page[];
  /** 'slow': reading was cut off, because it took too long or too much memory, or because the server ended. */
  fault: 'unreadable' | 'slow' | null;
}

/** Letter heights between a line and what belongs directly below it. */
const maxLinesApart = 3;

/** Sorts the texts of a page into lines and cells. */
export function linesOf(texts: readonly PlacedText[]): Page {
  const lines: PlacedText[][] = [];
  for (const placed of texts.toSorted((one, other) => one.y - other.y)) {
    const first = lines.at(-1)?.[0];
    const isSameLine = first && placed.y - first.y <= Math.min(first.height, placed.height) / 2;
    if (isSameLine) lines.at(-1)?.push(placed);
    else lines.push([placed]);
  }
  return lines.map((line) => ({
    y: line[0]?.y ?? 0,
    height: Math.max(...line.map(({ height }) => height)),
    cells: cellsOf(line.toSorted((one, other) => one.left - other.left)),
  }));
}

function cellsOf(texts: readonly PlacedText[]): Cell[] {
  const cells: Cell[] = [];
  let before: PlacedText | undefined;
  for (const placed of texts) {
    const { text, left, right, height } = placed;
    // Programs print a text twice for bold type.
    if (before?.text === text && left - before.left < height / 4) continue;
    const gap = before ? left - before.right : Infinity;
    const cell = cells.at(-1);
    if (!cell || gap > height) cells.push({ text, left, right });
    else {
      cell.text += (gap > height / 8 ? ' ' : '') + text;
      cell.right = Math.max(cell.right, right);
    }
    before = placed;
  }
  return cells.map((cell) => ({ ...cell, text: cell.text.replace(/\s+/gu, ' ').trim() }));
}

/** A part of a line. */
export interface Span {
  left: number;
  right: number;
}

/** Whether both share a column. */
export function overlaps(one: Span, other: Span): boolean {
  return one.left < other.right && other.left < one.right;
}

/** The heading of these with which a text is aligned best: at its left, its right or its middle. */
export function nearest<T extends Span>(headings: readonly T[], { left, right }: Span): T | null {
  const distance = (heading: Span) =>
    Math.min(
      Math.abs(heading.left - left),
      Math.abs(heading.right - right),
      Math.abs(heading.left + heading.right - left - right) / 2,
    );
  const [first = null] = headings.toSorted((one, other) => distance(one) - distance(other));
  return first;
}

/** Whether a line is directly below another one, or directly above it. */
export function isClose(
  one: Pick<Line, 'y' | 'height'>,
  other: Pick<Line, 'y' | 'height'>,
): boolean {
  return Math.abs(one.y - other.y) <= maxLinesApart * Math.max(one.height, other.height);
}
