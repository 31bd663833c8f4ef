import { foldText } from '#contract/text/text-fold.ts';
import { isClose, type Line, nearest, overlaps, type Page, type Span } from './page-lines.ts';

/** How values of one kind are found in a text. */
export interface ValueFormat<V> {
  /** Removes spaces within values. */
  tidy: (text: string) => string;
  /** Global; finds each value. */
  pattern: RegExp;
  /** Null when the value isn't clear; `before` and `after` are the texts around it. */
  parse: (match: RegExpExecArray, before: string, after: string) => V | null;
  /** Words between a label and its value without a meaning of their own. */
  ignored: RegExp;
}

/** A value, or a text between values. */
export interface Piece<V> extends Span {
  /** Of a text: in lower case, words only. */
  text: string;
  /** Undefined for a text, null for a value that isn't clear. */
  value: V | null | undefined;
}

/** A line of a page in pieces. */
export type PiecedLine<V> = Omit<Line, 'cells'> & { pieces: readonly Piece<V>[] };

/** A label with its possible values: those at its height, and those directly below in its column. */
export interface Labeled<V> {
  label: string;
  right: readonly Piece<V>[];
  below: readonly Piece<V>[];
  /** What says whose or which value it is: the heading above, the text before the label and the one after the value. */
  context: string;
  lines: readonly PiecedLine<V>[];
  /** The label's line. */
  at: number;
}

/** The words of a label in lower case, without punctuation. */
export function labelWords(text: string): string {
  return foldText(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Splits a page's lines into texts and values. */
function piecesOf<V>(page: Page, format: ValueFormat<V>): PiecedLine<V>[] {
  return page.map(({ cells, ...line }) => ({
    ...line,
    pieces: cells.flatMap((cell) => {
      const all = format.tidy(cell.text.normalize('NFKC'));
      // Letters are equally wide here, which is good enough for columns.
      const width = (cell.right - cell.left) / Math.max(1, all.length);
      const found: Piece<V>[] = [];
      const add = (from: number, to: number, value: V | null | undefined) => {
        const text = labelWords(all.slice(from, to));
        if (value === undefined && (text === '' || format.ignored.test(text))) return;
        found.push({
          text,
          value,
          left: cell.left + from * width,
          right: cell.left + to * width,
        });
      };
      let end = 0;
      for (const match of all.matchAll(format.pattern)) {
        const after = match.index + match[0].length;
        add(end, match.index, undefined);
        add(
          match.index,
          after,
          format.parse(match, all.slice(0, match.index), all.slice(after)) ?? null,
        );
        end = after;
      }
      add(end, all.length, undefined);
      return found;
    }),
  }));
}

/** Finds the values of labels. `isHeading` names a column that holds the values of the label to its left. */
export function labeledValues<V>(
  page: Page,
  format: ValueFormat<V>,
  isLabel: (label: string) => boolean,
  isHeading: (text: string) => boolean = () => false,
): Labeled<V>[] {
  const lines = piecesOf(page, format);
  return lines.flatMap(({ pieces }, at) =>
    pieces.flatMap((piece, index): Labeled<V>[] => {
      if (piece.value !== undefined || !isLabel(piece.text)) return [];
      const others = pieces.slice(index + 1);
      const isEnd = ({ value }: Piece<V>) => value === undefined;
      const right = others.slice(0, [...others.map(isEnd), true].indexOf(true));
      const [next] = others;
      const column = next && isEnd(next) && isHeading(next.text) ? next : piece;
      const before = pieces[index - 1];
      const after = others[right.length + 1] ? undefined : others[right.length];
      const context = [headingAbove(lines, at), before?.value === undefined ? before?.text : '']
        .concat(right.length > 0 ? after?.text : '')
        .filter(Boolean)
        .join(' | ');
      return [
        {
          label: piece.text,
          right: isValueFirst(pieces) ? [unclear(piece)] : right,
          below: valuesBelow(lines, at, column),
          context,
          lines,
          at,
        },
      ];
    }),
  );
}

const unclear = <V>(piece: Piece<V>): Piece<V> => ({ ...piece, value: null });

/** Whether a line's values may stand before their labels. */
function isValueFirst<V>(pieces: readonly Piece<V>[]): boolean {
  return pieces[0]?.value !== undefined && pieces.at(-1)?.value === undefined;
}

/** The values in the column of a heading, until a text or a gap ends it. */
function valuesBelow<V>(
  lines: readonly PiecedLine<V>[],
  at: number,
  heading: Piece<V>,
): Piece<V>[] {
  const headings = lines[at]?.pieces ?? [];
  const found: Piece<V>[] = [];
  let last = lines[at];
  for (const line of lines.slice(at + 1)) {
    if (!last || !isClose(last, line)) break;
    const below = line.pieces.filter((piece) => overlaps(piece, heading));
    if (below.length === 0) continue;
    const [piece] = below;
    const isOwn = piece && below.length === 1 && nearest(headings, piece) === heading;
    if (!isOwn || piece.value === undefined) break;
    found.push(piece);
    last = line;
  }
  // In a column of values above their labels, the next value belongs to the next label.
  return found.length > 0 && isBelowValue(lines, at, heading) ? [unclear(heading)] : found;
}

function isBelowValue<V>(lines: readonly PiecedLine<V>[], at: number, heading: Span): boolean {
  const line = lines[at];
  const above = lines
    .slice(0, at)
    .findLast(({ pieces }) => pieces.some((piece) => overlaps(piece, heading)));
  const isValue = above?.pieces.some(
    (piece) => overlaps(piece, heading) && piece.value !== undefined,
  );
  return Boolean(line && above && isValue && isClose(line, above));
}

/** The nearest line above without a digit: what the lines below it are about. */
function headingAbove<V>(lines: readonly PiecedLine<V>[], at: number): string {
  const isText = ({ pieces }: PiecedLine<V>) =>
    pieces.length > 0 && pieces.every(({ text, value }) => value === undefined && !/\d/.test(text));
  const line = lines.slice(0, at).findLast(isText);
  return line?.pieces.map(({ text }) => text).join(' | ') ?? '';
}
