import type { PageLine, Payee, Spot } from '#contract/settlement-formats.ts';
import { foldLine } from '#contract/text/text-fold.ts';
import type { User } from '#contract/users.ts';

/** Words of a line that stand together. */
export interface Cell {
  text: string;
  words: readonly string[];
  left: number;
  right: number;
}

export interface PointedLine {
  page: number;
  line: number;
  cells: readonly Cell[];
}

/** What the office points at, in this order. */
export const targets = ['payee', 'net_pay', 'period'] as const;
export type Target = (typeof targets)[number];

/** Letters between two cells. */
const lettersApart = 2;

/** The lines of a file with the words that stand together. */
export function pointedLines(lines: readonly PageLine[]): PointedLine[] {
  return lines.map(({ page, line, words }) => {
    const width = words.reduce((sum, word) => sum + word.width, 0);
    const letters = words.reduce((sum, { text }) => sum + text.length, 0);
    const apart = (lettersApart * width) / Math.max(1, letters);
    const cells: { words: string[]; left: number; right: number }[] = [];
    for (const { text, x, width: own } of words) {
      const cell = cells.at(-1);
      if (cell && x - cell.right <= apart) {
        cell.words.push(text);
        cell.right = x + own;
      } else cells.push({ words: [text], left: x, right: x + own });
    }
    return { page, line, cells: cells.map((cell) => ({ ...cell, text: cell.words.join(' ') })) };
  });
}

/** A way to say where a value stands. */
type Candidate = Spot & { value: string };

const overlaps = (one: Cell, other: Cell) => one.left < other.right && other.left < one.right;
/** Lines above a value among which its heading is. */
const maxHeadings = 12;

/** The ways to say where a cell's value stands, those with the nearest label first. */
function candidatesFor(lines: readonly PointedLine[], at: number, index: number): Candidate[] {
  const { page, cells } = lines[at] ?? { page: 0, cells: [] };
  const cell = cells[index];
  if (!cell) return [];
  const [before, after, row] = [cells[index - 1], cells[index + 1], cells[0]];
  const own = (line: PointedLine | undefined) =>
    line?.page === page ? line.cells.find((other) => overlaps(other, cell)) : undefined;
  const above = own(lines[at - 1]);
  const below = own(lines[at + 1]);
  const headings = lines
    .slice(Math.max(0, at - maxHeadings), at)
    .reverse()
    .flatMap((line) => own(line) ?? []);
  const within = cell.words.slice(1).map((_, count): Candidate => {
    const label = cell.words.slice(0, count + 1).join(' ');
    return { label, place: 'right', value: cell.words.slice(count + 1).join(' ') };
  });
  const value = cell.text;
  return [
    ...within,
    ...(before ? [{ label: before.text, place: 'right', value } as const] : []),
    ...(row && index > 0
      ? headings.map(({ text: part }) => {
          return { label: row.text, place: 'column', part, value } as const;
        })
      : []),
    ...(above ? [{ label: above.text, place: 'below', value } as const] : []),
    ...(after ? [{ label: value, place: 'right', value: after.text } as const] : []),
    ...(below ? [{ label: value, place: 'below', value: below.text } as const] : []),
  ];
}

const amount = /^[-–—−._\s]*\(?[-−]?\$?\s*[-−]?[\d,]+\.\d\d\)?-?$/u;
const day = /\d{1,4}[-/.]\d{1,2}[-/.]\d{2,4}|[a-z]{3,9}\.? \d{1,2},? \d{4}/giu;
const isAmount = (text: string) => amount.test(text);
const between = /^(?:[-‐‑–—−]|to|thru|through|until|and)$/iu;
const isPeriod = (text: string) =>
  text.match(day)?.length === 2 && between.test(text.replace(day, '').trim());

/** The only place of a label, so that the server finds it once. */
function isUnique(lines: readonly PointedLine[], label: string): boolean {
  const text = lines.map(({ cells }) => cells.map((cell) => cell.text).join('\t')).join('\n');
  return text.split(label).length === 2;
}

/** Whether a text is somebody's name, payroll number, or neither. */
function kindOf(text: string, people: readonly User[]): Payee['is'] | null {
  const key = foldLine(text.replaceAll(',', ' '));
  const isName = people.some(({ first_name: first, last_name: last }) =>
    [`${first} ${last}`, `${last} ${first}`].some((name) => foldLine(name) === key),
  );
  if (isName) return 'name';
  const isNumber = people.some(({ payroll_number }) => payroll_number && payroll_number === text);
  return isNumber ? 'payroll_number' : null;
}

/** How a format says where the pressed cell's value stands; null when the cell has no such value. */
export function placeOf(
  target: Target,
  lines: readonly PointedLine[],
  at: number,
  index: number,
  people: readonly User[],
): (Spot & { is: Payee['is'] }) | null {
  const all = candidatesFor(lines, at, index).filter(({ label }) => isUnique(lines, label));
  if (target === 'payee') {
    const known = all.find(({ value }) => kindOf(value, people));
    // Somebody without an account: the label ends with a colon, or is another cell.
    const guess = all.find(({ label, value }) => /:$/u.test(label) && !isAmount(value)) ?? all[0];
    const found = known ?? guess;
    if (!found) return null;
    const { value, ...spot } = found;
    const is =
      kindOf(value, people) ?? (/^[\p{L}\p{P}\s]+$/u.test(value) ? 'name' : 'payroll_number');
    return { ...spot, is };
  }
  const inTable = (lines[at]?.cells ?? []).filter(({ text }) => isAmount(text)).length > 1;
  const found = all.find(
    ({ value, place }) =>
      (target === 'net_pay' ? isAmount(value) : isPeriod(value)) &&
      (!inTable || target === 'period' || place === 'column'),
  );
  if (!found) return null;
  const { value: _, ...spot } = found;
  return { ...spot, is: 'name' };
}
