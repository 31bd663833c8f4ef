import type { Word } from '#contract/settlement-formats.ts';

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

/** What stands on one base line, from left to right. */
export interface Line {
  y: number;
  height: number;
  words: readonly Word[];
}

/** The lines of a page from top to bottom, whatever the order in the file. */
export interface Page {
  /** From 1. */
  page: number;
  lines: readonly Line[];
}

/** The text of a PDF. */
export interface PageText {
  /** The first and the last pages; none when the PDF can't be read or has no text. */
  pages: readonly Page[];
  /** 'slow': reading was cut off, because it took too long or too much memory, or because the server ended. */
  fault: 'unreadable' | 'slow' | null;
}

/** Words that stand together; the next cell is more than a letter's height away. */
export interface Cell extends Span {
  text: string;
}

/** A part of a line. */
export interface Span {
  left: number;
  right: number;
}

/** Letter heights between a line and what belongs directly below it. */
const maxLinesApart = 3;

/** A larger part of the height is another base line: a crooked scan has amounts beside the wrong labels. */
const sameLine = 1 / 8;

const round = (points: number) => Math.round(points * 10) / 10;

/** Sorts the texts of a page into lines and words. */
export function linesOf(texts: readonly PlacedText[]): Line[] {
  const lines: PlacedText[][] = [];
  for (const placed of texts.toSorted((one, other) => one.y - other.y)) {
    const first = lines.at(-1)?.[0];
    const height = Math.min(first?.height ?? 0, placed.height);
    if (first && placed.y - first.y <= height * sameLine) lines.at(-1)?.push(placed);
    else lines.push([placed]);
  }
  return lines.map((line) => ({
    y: round(line[0]?.y ?? 0),
    height: round(Math.max(...line.map(({ height }) => height))),
    words: wordsOf(line.toSorted((one, other) => one.left - other.left)),
  }));
}

function wordsOf(texts: readonly PlacedText[]): Word[] {
  const words: Word[] = [];
  let before: PlacedText | undefined;
  for (const placed of texts) {
    const { text, left, right, height } = placed;
    // Programs print a text twice for bold type.
    if (before?.text === text && left - before.left < height / 4) continue;
    // Letters are equally wide here, which is good enough for columns.
    const letter = (right - left) / text.length;
    for (const { 0: part, index } of text.matchAll(/\S+/gu)) {
      const x = left + index * letter;
      const last = words.at(-1);
      const gap = before && !/\s$/u.test(before.text) ? left - before.right : Infinity;
      if (last && index === 0 && gap <= height / 8) {
        last.text += part;
        last.width = round(x + part.length * letter - last.x);
      } else words.push({ text: part, x: round(x), width: round(part.length * letter) });
    }
    before = placed;
  }
  return words;
}

/** The words of a line that stand together. */
export function cellsOf({ words, height }: Line): Cell[] {
  const cells: Cell[] = [];
  for (const { text, x, width } of words) {
    const cell = cells.at(-1);
    if (!cell || x - cell.right > height) cells.push({ text, left: x, right: x + width });
    else {
      cell.text += ` ${text}`;
      cell.right = Math.max(cell.right, x + width);
    }
  }
  return cells;
}

/** Whether both share a column. */
export function overlaps(one: Span, other: Span): boolean {
  return one.left < other.right && other.left < one.right;
}

/** Whether a line is directly below another one. */
export function isClose(one: Line, other: Line): boolean {
  return Math.abs(one.y - other.y) <= maxLinesApart * Math.max(one.height, other.height);
}
