import { foldForMatch, wordsOf } from './match-text.ts';
import { isNextLabel, isPlainWord, payeeLabel, roleWords, thingWords } from './match-words.ts';
import { type Cell, isClose, type Line, nearest, overlaps, type Page } from './page-lines.ts';

/** A text on a page and its place. */
export interface Place {
  /**
   * 'payee': beside a label such as 'Driver', 'maybePayee': without a colon; 'heading': before the first amount;
   * 'role': beside a word such as 'Dispatcher'.
   */
  kind: 'payee' | 'maybePayee' | 'heading' | 'role' | 'other';
  text: string;
  /** Whether it is alone in its line. */
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
  const isMore = others.some((word) => !isPlainWord(word.text) && word.text.length > 1);
  if (isMore || roleWords.test(folded) || isNextLabel(name[0]?.text ?? '')) return null;
  return folded.slice(name[0]?.start, name.at(-1)?.end);
}

/** Whether a text could be the name of anybody. */
export function isLikeName(text: string): boolean {
  const words = wordsOf(foldForMatch(text)).map((word) => word.text);
  return words.length > 1 && words.length < 7 && !words.some(isPlainWord);
}

interface Placed extends Omit<Place, 'isNumbered'> {
  cell: Cell;
  line: Line;
}

/** The texts of a page by their places. `isFirst`: headings are on the first page only. */
export function placesOn(page: Page, isFirst: boolean): Place[] {
  const firstAmount = page.findIndex(({ cells }) => cells.some(({ text }) => amount.test(text)));
  const taken = new Map<Cell, Place['kind']>();
  const places: Placed[] = [];
  for (const [at, line] of page.entries()) {
    for (const cell of line.cells) {
      for (const text of segmentsOf(cell.text)) {
        const isAlone = line.cells.length === 1 && text === cell.text;
        const add = (kind: Place['kind'], value: string) =>
          places.push({ kind, text: value, isAlone, cell, line });
        const known = taken.get(cell);
        const { label, hasColon, rest } = splitLabel(text);
        const isPayee = isPayeeLabel(label) && (hasColon || !hasRole(rest));
        const isRole = !isPayee && (hasRole(text) || (hasColon && thingWords.test(label)));
        const payee = hasColon || /(?:to|of|for)$/.test(label) ? 'payee' : 'maybePayee';
        const isBare = isPayee ? wordsOf(rest).length === 0 : isRole && isBareRole(text);
        if (known === 'role' && !(isPayee && hasColon && !label.includes('name')))
          add('role', text);
        else if (known) add(known, text);
        else if (!isPayee && !isRole) {
          const isHeading = isFirst && (firstAmount < 0 || at < firstAmount);
          add(isHeading ? 'heading' : 'other', text);
        } else if (isBare) {
          const value = valueCell(page, at, cell, hasColon);
          if (value && !taken.has(value)) taken.set(value, isPayee ? payee : 'role');
        } else add(isPayee ? payee : 'role', isPayee ? rest : text);
      }
    }
  }
  return places.map((place) => ({
    kind: isBesideRole(page, place) ? 'role' : place.kind,
    text: place.text,
    isAlone: place.isAlone,
    isNumbered: place.line.cells.some((cell) => /\d/.test(cell.text)),
  }));
}

/** Whether it is a role without a name: 'Approved by', 'Fleet manager', 'Dispatcher:'. */
function isBareRole(text: string): boolean {
  const [label = '', rest] = text.split(':');
  if (rest !== undefined) return wordsOf(rest).length === 0;
  const others = wordsOf(foldForMatch(label).replaceAll(new RegExp(roleWords, 'gu'), ' '));
  return others.filter(({ text: word }) => !isPlainWord(word)).length < 2;
}

/** The cell that a label without a value of its own is about: to its right, or directly below in its column. */
function valueCell(page: Page, at: number, label: Cell, hasColon: boolean): Cell | null {
  const cells = page[at]?.cells ?? [];
  const right = cells[cells.indexOf(label) + 1];
  const isHeading = (cell: Cell) => hasRole(cell.text) || statedName(cell.text) === '';
  if (right && (hasColon || !isHeading(right))) return right;
  return below(page, at, label);
}

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

/** Whether a text without a label has a role beside, above or below it: 'Ann One', and below it 'Dispatcher'. */
function isBesideRole(page: Page, { kind, cell, line }: Placed): boolean {
  if (kind !== 'heading' && kind !== 'other') return false;
  const at = line.cells.indexOf(cell);
  const beside = [line.cells[at - 1], line.cells[at + 1]];
  const around = page
    .filter((other) => other !== line && isClose(line, other))
    .flatMap(({ cells }) => cells.filter((other) => overlaps(other, cell)));
  return [...beside, ...around].some(
    (other) => other && hasRole(other.text) && isBareRole(other.text),
  );
}
