import { foldForMatch, wordsOf } from './match-text.ts';
import { isNextLabel, isPlainWord, payeeLabel, roleWords, thingWords } from './match-vocabulary.ts';
import { type Cell, isClose, type Line, nearest, overlaps, type Page } from './page-lines.ts';

/** A text on a page and its place. */
export interface Place {
  /**
   * 'payee': beside a label such as 'Driver', 'maybePayee': without a colon; 'heading': before the first amount;
   * 'role': beside a word such as 'Dispatcher'.
   */
  kind: 'payee' | 'maybePayee' | 'heading' | 'role' | 'other';
  text: string;
  /** Whether it is alone in its line, and what is directly above and below names nobody and asks for no name. */
  isAlone: boolean;
  /** Whether its line has a number, as lines about loads do. */
  isNumbered: boolean;
}

const hasRole = (text: string) => roleWords.test(foldForMatch(text));
const amount = /\d\.\d\d(?!\d)/;

/** The words of a label and what follows it: the label ends at the colon, or with its last word. */
function splitLabel(text: string): { label: string; hasColon: boolean; rest: string } {
  const colon = text.indexOf(':');
  if (colon >= 0) {
    return {
      label: foldForMatch(text.slice(0, colon)).trim(),
      hasColon: true,
      rest: text.slice(colon + 1),
    };
  }
  const folded = foldForMatch(text);
  const label = payeeLabel.exec(folded)?.[0] ?? '';
  // Folding may change the length; words don't get more or fewer.
  const words = label === '' ? 0 : label.split(' ').length;
  return { label, hasColon: false, rest: text.split(' ').slice(words).join(' ') };
}

const isPayeeLabel = (label: string) => payeeLabel.exec(label)?.[0] === label && label !== '';

/** Splits a cell before each label with a colon: 'Driver: Emil Novotny Dispatcher: Ann One'. */
function segmentsOf(text: string): string[] {
  const words = text.split(' ');
  const starts = words.flatMap((word, at) => {
    if (!word.includes(':')) return [];
    const [label = ''] = word.split(':');
    const from = [4, 3, 2, 1, 0].find((before) => {
      const folded = foldForMatch([...words.slice(Math.max(0, at - before), at), label].join(' '));
      const isOther = [roleWords, thingWords].some((pattern) => pattern.exec(folded)?.index === 0);
      return at >= before && (isPayeeLabel(folded) || isOther);
    });
    return from === undefined ? [] : [at - from];
  });
  const bounds = [...new Set([0, ...starts]), words.length];
  return bounds.slice(1).map((end, index) => words.slice(bounds[index], end).join(' '));
}

/**
 * The name in a text that may have numbers and words such as 'Unit' around it; '' without one, null when there is more
 * than a name.
 */
export function statedName(text: string): string | null {
  const folded = foldForMatch(text);
  const words = wordsOf(folded);
  if (words.every((word) => isPlainWord(word.text))) return '';
  const from = words.findIndex((word) => !/\d/.test(word.text));
  const end = words.findIndex((word, index) => index > from && isNextLabel(word.text));
  const [name, others] = [
    words.slice(from, end < 0 ? undefined : end),
    end < 0 ? [] : words.slice(end),
  ];
  const isMore =
    others.some((word) => !isPlainWord(word.text) && word.text.length > 1) ||
    // Two people, or a name that continues in the next line.
    /[/&+;]|[-‐–]\s*$/u.test(text);
  if (isMore || roleWords.test(folded) || isNextLabel(name[0]?.text ?? '')) return null;
  return folded.slice(name[0]?.start, name.at(-1)?.end);
}

/** Whether a text could be the name of anybody. */
export function isLikeName(text: string): boolean {
  const words = wordsOf(foldForMatch(text)).map((word) => word.text);
  const isPlain = (word: string) => /\d/.test(word) || (word.length > 1 && isPlainWord(word));
  return words.length > 1 && words.length < 7 && !words.some(isPlain);
}

/** What the label of a text says about the name in it. */
function labelOf(text: string): {
  kind: 'payee' | 'maybePayee' | 'role' | null;
  hasColon: boolean;
  rest: string;
  mayFollowRole: boolean;
} {
  const { label, hasColon, rest } = splitLabel(text);
  const isPayee = isPayeeLabel(label) && (hasColon || !hasRole(rest));
  // 'Approved by', and below it 'Name: …'.
  const mayFollowRole = isPayee && hasColon && !label.includes('name');
  if (isPayee) {
    const kind = hasColon || /(?:to|of|for)$/.test(label) ? 'payee' : 'maybePayee';
    return { kind, hasColon, rest, mayFollowRole };
  }
  const isRole = hasRole(text) || (hasColon && thingWords.test(label));
  return { kind: isRole ? 'role' : null, hasColon, rest, mayFollowRole };
}

/** A cell of a page. */
interface CellAt {
  page: Page;
  at: number;
  line: Line;
  cell: Cell;
}

/** The texts of a page by their places. `isFirst`: headings are on the first page only. */
export function placesOn(page: Page, isFirst: boolean): Place[] {
  const firstAmount = page.findIndex(({ cells }) => cells.some(({ text }) => amount.test(text)));
  const headings = isFirst ? page.slice(0, firstAmount < 0 ? undefined : firstAmount) : [];
  /** Cells that are the values of labels in other cells. */
  const taken = new Map<Cell, Place['kind']>();
  return page.flatMap((line, at) =>
    line.cells.flatMap((cell) =>
      segmentsOf(cell.text).flatMap((text) => {
        const place = placeOf({ page, at, line, cell }, text, taken, headings.includes(line));
        return place
          ? {
              ...place,
              isAlone:
                line.cells.length === 1 &&
                text === cell.text &&
                cellsAround(page, line, cell).every(isNeutral),
              isNumbered: line.cells.some((one) => /\d/.test(one.text)),
            }
          : [];
      }),
    ),
  );
}

/** The place of a text; null for a label whose value is in another cell, which it adds to `taken`. */
function placeOf(
  where: CellAt,
  text: string,
  taken: Map<Cell, Place['kind']>,
  isHeading: boolean,
): Pick<Place, 'kind' | 'text'> | null {
  const { kind, hasColon, rest, mayFollowRole } = labelOf(text);
  const known = taken.get(where.cell);
  if (known && !(known === 'role' && mayFollowRole)) {
    return { kind: known, text: known === 'role' ? text : continued(where, text, taken) };
  }
  if (kind === null) {
    if (isBesideRole(where)) return { kind: 'role', text };
    return { kind: isHeading ? 'heading' : 'other', text };
  }
  const isBare = kind === 'role' ? isBareRole(text) : wordsOf(rest).length === 0;
  if (!isBare) return { kind, text: kind === 'role' ? text : continued(where, rest, taken) };
  const value = valueCell(where, hasColon);
  if (value && !taken.has(value)) taken.set(value, kind);
  return null;
}

/** Whether it is a role without a name: 'Approved by', 'Fleet manager', 'Dispatcher:'. */
function isBareRole(text: string): boolean {
  const [label = '', rest] = text.split(':');
  if (rest !== undefined) return wordsOf(rest).length === 0;
  const others = wordsOf(foldForMatch(label).replaceAll(new RegExp(roleWords, 'gu'), ' '));
  return others.filter(({ text: word }) => !isPlainWord(word)).length < 2;
}

/** The cell that a label without a value of its own is about: to its right, or directly below in its column. */
function valueCell({ page, at, line, cell }: CellAt, hasColon: boolean): Cell | null {
  const right = line.cells[line.cells.indexOf(cell) + 1];
  const isHeading = right && (hasRole(right.text) || statedName(right.text) === '');
  if (right && (hasColon || !isHeading)) return right;
  const value = below(page, at, cell);
  // A column of drivers in a table of loads isn't a payee.
  const isList = value && !hasColon && (isLoads(line) || isNamed(underOf(page, value)));
  return isList ? null : value;
}

const isLoads = ({ cells }: Line) =>
  cells.some(({ text }) => /^(?:load|trip|order|vin|origin|pick ?up|from)\b/i.test(text));

const underOf = (page: Page, cell: Cell) =>
  below(
    page,
    page.findIndex(({ cells }) => cells.includes(cell)),
    cell,
  );

/** Whether a cell may be a name or a part of one. */
const isNamed = (cell: Cell | null | undefined): boolean =>
  Boolean(cell && !isNeutral(cell) && !cell.text.includes(':') && labelOf(cell.text).kind === null);

/** The only cell directly below, if no other cell of the line is a better heading for it. */
export function below(page: Page, at: number, heading: Cell): Cell | null {
  const line = page[at];
  const next = page
    .slice(at + 1)
    .find(({ cells }) => cells.some((cell) => overlaps(cell, heading)));
  if (!line || !next || !isClose(line, next)) return null;
  const [cell, ...others] = next.cells.filter((one) => overlaps(one, heading));
  return cell && others.length === 0 && nearest(line.cells, cell) === heading ? cell : null;
}

/** A payee's name with what may be a part of it in the next column or line. */
function continued(
  { page, at, line, cell }: CellAt,
  text: string,
  taken: ReadonlyMap<Cell, Place['kind']>,
): string {
  const next = line.cells[line.cells.indexOf(cell) + 1];
  const under = below(page, at, cell);
  const isWord = under && wordsOf(under.text).length === 1;
  const parts = [next, isWord ? under : null].filter(
    (part) => isNamed(part) && part && !taken.has(part),
  );
  return [text, ...parts.map((part) => part?.text)].join(' / ');
}

/** Whether a text has nothing but words of settlements, or a number or address. */
function isNeutral({ text }: Cell): boolean {
  const isLabel = /:\s*$/.test(text);
  return (
    !isLabel &&
    (/[\d@]/.test(text) || wordsOf(foldForMatch(text)).every((word) => isPlainWord(word.text)))
  );
}

/** Whether a text without a label has a role beside, above or below it: 'Ann One', and below it 'Dispatcher'. */
function isBesideRole({ page, line, cell }: CellAt): boolean {
  const at = line.cells.indexOf(cell);
  const beside = [line.cells[at - 1], line.cells[at + 1]];
  return [...beside, ...cellsAround(page, line, cell)].some(
    (other) => other && hasRole(other.text) && isBareRole(other.text),
  );
}

/** The cells directly above and below. */
const cellsAround = (page: Page, line: Line, cell: Cell): Cell[] =>
  page
    .filter((other) => other !== line && isClose(line, other))
    .flatMap(({ cells }) => cells.filter((other) => overlaps(other, cell)));
