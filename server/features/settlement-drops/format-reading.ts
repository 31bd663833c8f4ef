/** What a format reads in a settlement: exactly what stands where the office has pointed, or nothing. */
import { settlementFormats as messages } from '#contract/messages/settlement-formats.ts';
import type { FormatRules, Payee, Spot } from '#contract/settlement-formats.ts';
import { foldLine } from '#contract/text/text-fold.ts';
import { amountIn, daysIn, type Period } from './format-values.ts';
import { type Cell, cellsOf, isClose, type Line, overlaps, type Page } from './page-lines.ts';

/** A file with its text. */
export interface ReadFile {
  fileName: string;
  pages: readonly Page[];
}

/** An employee with an open account. */
export interface Person {
  user_id: number;
  first_name: string;
  last_name: string;
  /** '' when unknown. */
  payroll_number: string;
}

export interface Reading {
  /** Whether each label stands exactly once, and something in the place of the driver. */
  hasPlaces: boolean;
  /** What stands in the place of the driver. */
  payee: string | null;
  /** The open accounts of that name or number. */
  people: readonly Person[];
  netPayCents: number | null;
  period: Period | null;
  problems: string[];
}

/** A label where it is printed. */
interface Place {
  lines: readonly Line[];
  /** Of its line. */
  at: number;
  cells: readonly Cell[];
  /** Its cell. */
  index: number;
  /** Where it ends in the text of its cell. */
  end: number;
}

const { problems: texts } = messages;
const printed = (text: string) => text.normalize('NFKC').replace(/\s+/gu, ' ').trim();
const isLetter = (text: string | undefined) => text !== undefined && /[\p{L}\p{N}]/u.test(text);

/** Where a label begins in a text: as printed, and not within a word. */
function* occurrences(text: string, label: string): Generator<number> {
  for (let at = text.indexOf(label); at >= 0; at = text.indexOf(label, at + 1)) {
    const [before, after] = [text[at - 1], text[at + label.length]];
    const isWithin =
      (isLetter(before) && isLetter(label[0])) || (isLetter(after) && isLetter(label.at(-1)));
    if (!isWithin) yield at;
  }
}

/** Every place of a label on these pages. */
function placesOf(pages: readonly Page[], label: string): Place[] {
  const sought = printed(label);
  return pages.flatMap(({ lines }) =>
    lines.flatMap((line, at) => {
      const cells = cellsOf(line).map((cell) => ({ ...cell, text: cell.text.normalize('NFKC') }));
      return cells.flatMap((cell, index) =>
        Array.from(occurrences(cell.text, sought), (start) => {
          return { lines, at, cells, index, end: start + sought.length };
        }),
      );
    }),
  );
}

/** The text at the place of a label; '' for none. */
function valueAt({ place, part }: Pick<Spot, 'place' | 'part'>, found: Place): string {
  const { cells, index } = found;
  if (place === 'right') return rightOf(found);
  if (place === 'below') return cellBelow(found)?.text ?? '';
  const heading = headingOf(found, part ?? '');
  if (!heading) return '';
  const own = cells.filter((cell, at) => at !== index && overlaps(cell, heading.cell));
  const [value] = own;
  const isNearest = value && nearest(heading.row, value) === heading.cell;
  return isNearest && own.length === 1 ? value.text : '';
}

/** The rest of the label's cell, else the next one. */
function rightOf({ lines, at, cells, index, end }: Place): string {
  const rest = cells[index]?.text.slice(end) ?? '';
  // 'Net pay-45.10': a leader or a minus.
  if (/^[-‐‑–—−]/u.test(rest)) return '';
  if (rest.trim() !== '') return rest.replace(/^\s*:/u, '').trim();
  const value = cells[index + 1];
  if (!value) return '';
  const isAmount = ({ text }: Cell) => amountIn(text) !== null;
  if (!isAmount(value)) return value.text;
  // In a table the column says which amount is meant: of this week, or of the year.
  if (cells.slice(index + 2).some(isAmount)) return '';
  const above = lines
    .slice(0, at)
    .map((line) => cellsOf(line).filter(isAmount))
    .findLast((amounts) => amounts.some((cell) => overlaps(cell, value)));
  return above?.some(({ right }) => right <= value.left) ? '' : value.text;
}

/** What stands in the label's column on the next line. */
function cellBelow({ lines, at, cells, index }: Place): Cell | undefined {
  const [line, label] = [lines[at], cells[index]];
  if (!line || !label) return undefined;
  for (const next of lines.slice(at + 1)) {
    if (!isClose(line, next)) return undefined;
    const own = cellsOf(next).filter((cell) => overlaps(cell, label));
    if (own.length > 0) return own.length === 1 ? own[0] : undefined;
  }
  return undefined;
}

/** The only heading of this text above the label's line, with its row. */
function headingOf({ lines, at }: Place, part: string) {
  const sought = printed(part);
  const found = lines.slice(0, at).flatMap((line) => {
    const row = cellsOf(line);
    return row.filter(({ text }) => printed(text) === sought).map((cell) => ({ cell, row }));
  });
  return found.length === 1 ? found[0] : undefined;
}

/** The heading with which a text is aligned best: at its left, its right or its middle. */
function nearest(headings: readonly Cell[], { left, right }: Cell): Cell | undefined {
  const distance = (heading: Cell) =>
    Math.min(
      Math.abs(heading.left - left),
      Math.abs(heading.right - right),
      Math.abs(heading.left + heading.right - left - right) / 2,
    );
  return headings.toSorted((one, other) => distance(one) - distance(other))[0];
}

/** The part of a file name between signs; spaces and commas belong to a name, and separate numbers. */
function filePart(fileName: string, { is, file_name_part: part = 1 }: Payee): string {
  const stem = fileName.replace(/\.[\p{L}\p{N}]{1,5}$/u, '').normalize('NFKC');
  const signs = is === 'name' ? /[^\p{L}\p{M}\p{N}\s,.'’]+/u : /[^\p{L}\p{M}\p{N}]+/u;
  const parts = stem.split(signs).map((text) => text.trim());
  return parts.filter((text) => text !== '')[part - 1] ?? '';
}

/** A name to compare: without case, accents and commas. */
const nameKey = (text: string) => foldLine(text.replaceAll(',', ' '));

/** Whether a text is the name, in either order, or the payroll number of a person. */
function isOf(person: Person, is: Payee['is'], text: string): boolean {
  if (is === 'payroll_number') {
    const number = foldLine(person.payroll_number);
    return number !== '' && foldLine(text) === number;
  }
  const [first, last] = [nameKey(person.first_name), nameKey(person.last_name)];
  if (first === '' || last === '') return false;
  return [`${first} ${last}`, `${last} ${first}`].includes(nameKey(text));
}

/** Reads a file by a format. */
export function readByFormat(
  { payee: driver, net_pay, period }: FormatRules,
  { fileName, pages }: ReadFile,
  everybody: readonly Person[],
): Reading {
  const problems: string[] = [];
  /** Null when its label doesn't stand exactly once. */
  const read = (spot: Spot): string | null => {
    const [place, ...others] = placesOf(pages, spot.label);
    if (place && others.length === 0) return valueAt(spot, place);
    problems.push(place ? texts.repeated(spot.label) : texts.missing(spot.label));
    return null;
  };
  const { label, place = 'right', part = '', is } = driver;
  const payee = label === undefined ? filePart(fileName, driver) : read({ label, place, part });
  const [payText, periodText] = [net_pay && read(net_pay), period && read(period)];
  const hasPlaces = problems.length === 0 && payee !== '';
  const people = everybody.filter((person) => payee && isOf(person, is, payee));
  const netPayCents = payText === null ? null : amountIn(payText);
  const days = periodText === null ? null : daysIn(periodText);
  if (payee === '') problems.push(label === undefined ? noPart(driver) : texts.noPayee);
  if (payee && people.length === 0) problems.push(texts.stranger(payee));
  if (payee && people.length > 1) problems.push(texts.several(payee));
  if (payText !== null && netPayCents === null) problems.push(texts.netPay);
  if (periodText !== null && days === null) problems.push(texts.period);
  return { hasPlaces, payee: payee || null, people, netPayCents, period: days, problems };
}

const noPart = ({ file_name_part = 1 }: Payee) => texts.noPart(file_name_part);

/** Who is named as a whole, in the file name or on a page: a suggestion, never more. */
export function namedIn({ fileName, pages }: ReadFile, everybody: readonly Person[]) {
  const words = (text: string) => ` ${foldLine(text.replace(/[^\p{L}\p{M}\p{N}'’]+/gu, ' '))} `;
  const spread = fileName.replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ');
  const inName = words(spread) + words(fileName);
  const onPages = pages
    .flatMap(({ lines }) => lines.flatMap((line) => cellsOf(line).map(({ text }) => words(text))))
    .join('|');
  return everybody.flatMap((person) => {
    const [first, last] = [words(person.first_name), words(person.last_name)];
    if (first.trim() === '' || last.trim() === '') return [];
    const names = [first + last.trimStart(), last + first.trimStart()];
    const stands = (text: string) => names.some((name) => text.includes(name));
    const reasons = [
      ...(stands(inName) ? (['nameInName'] as const) : []),
      ...(stands(onPages) ? (['nameOnPage'] as const) : []),
    ];
    return reasons.length > 0 ? [{ userId: person.user_id, reasons }] : [];
  });
}
