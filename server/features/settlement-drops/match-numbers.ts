import type { PeopleIndex, Person } from './match-people.ts';
import { below } from './match-places.ts';
import { foldForMatch, lettersAndDigitsOf, type Run } from './match-text.ts';
import { roleWords } from './match-vocabulary.ts';
import type { Line, Page } from './page-lines.ts';

/** A number of a person. */
export interface FoundNumber {
  hits: readonly { person: Person; by: 'payroll' | 'employeeId' }[];
  /** Labeled as a payroll number, so it excludes people with another one. */
  isPayroll: boolean;
  /** Labeled as a number of the person who is paid. */
  isLabeled: boolean;
}

/** A word, or several that may be one number. */
interface Candidate {
  /** In the form of `numberKey`. */
  key: string;
  start: number;
  end: number;
}

const begin = '(?<![\\p{L}\\p{N}])';
const end = '[ \\t]*[:#.=_-]*[ \\t]*';
const apart = '[ _.-]*';
const number = '(?:number|num|no|nr|#)';
const id = '(?:id|code)';
const payrollLabel = new RegExp(
  `${begin}payroll${apart}(?:${id}${apart}${number}|${number}|${id}|[:#])${end}`,
  'gu',
);
// 'Employee No' may be either number, so it matches both.
const employeeLabel = new RegExp(
  `${begin}(?:e(?:mp(?:loyee)?)?${apart}id(?:${apart}${number})?|emp(?:loyee)?(?:${apart}${number}|[_-]|(?=\\d))|emp[ .:]*(?=\\d))${end}`,
  'gu',
);
// Numbers of other programs, which a company may use as payroll numbers.
const otherLabel = new RegExp(
  `${begin}(?:driver|payee|contractor|file|clock)${apart}(?:${id}(?:${apart}${number})?|${number})${end}`,
  'gu',
);

const year = '(?:19|20)\\d\\d';
const month = '(?:0?[1-9]|1[0-2])';
const day = '(?:0?[1-9]|[12]\\d|3[01])';
const dates = new RegExp(
  `(?<!\\d)(?:${year}([-._/ ])${month}\\1${day}|${month}([-._/ ])${day}\\2(?:${year}|\\d\\d))(?!\\d)`,
  'g',
);

/** A number in a cell of its own. */
const aloneNumber = /^\P{L}*\p{L}{0,3}[^\p{L}\d]?\d\P{L}*$/u;

const maxRuns = 4;

/** The possible numbers that start at that run and end with a word. */
function candidatesAt(runs: readonly Run[], from: number, folded: string): Candidate[] {
  const found: Candidate[] = [];
  let key = '';
  for (const [offset, run] of runs.slice(from, from + maxRuns).entries()) {
    const previous = runs[from + offset - 1];
    const gap = offset > 0 && previous ? folded.slice(previous.end, run.start) : '';
    if (!/^[-_./ #]?$/.test(gap)) break;
    key += (offset > 0 ? '-' : '') + run.text;
    const isWordEnd = runs[from + offset + 1]?.start !== run.end;
    if (isWordEnd) found.push({ key, start: runs[from]?.start ?? 0, end: run.end });
  }
  return found;
}

/** Whether it continues as an amount, a date or a longer number. */
function isContinued(folded: string, candidate: Candidate): boolean {
  return /^(?:[.,/:-]\d|\s?%)/.test(folded.slice(candidate.end, candidate.end + 2));
}

/** In a file name: not a day, a year or the number of a copy. */
function countsInFileName({ key }: Candidate): boolean {
  return /\d/.test(key) && !/^(?:\d{1,2}|(?:19|20)\d\d)$/.test(key);
}

/** On a page: long enough, and not an amount, a date, a load (#) or a postal code. */
function countsOnPage(candidate: Candidate, folded: string): boolean {
  const { key, start } = candidate;
  if (!/\d/.test(key) || key.replaceAll('-', '').length < 5) return false;
  const front = folded.slice(Math.max(0, start - 4), start);
  const isAmountOrMore = /(?:[$€£#]\s?|\d[.,/:-])$/.test(front) || isContinued(folded, candidate);
  const isPostalCode = /^\d{5}$/.test(key) && /(?<!\p{L})\p{L}{2}\s$/u.test(front);
  return !isAmountOrMore && !isPostalCode;
}

/** The positions of labeled numbers. */
function labeled(folded: string, label: RegExp): Set<number> {
  return new Set(Array.from(folded.matchAll(label), (match) => match.index + match[0].length));
}

function findNumbers(
  folded: string,
  index: PeopleIndex,
  counts: (candidate: Candidate, folded: string) => boolean,
  isWhole: (candidate: Candidate) => boolean,
): FoundNumber[] {
  const runs = lettersAndDigitsOf(folded);
  const [payrolls, employees, others] = [payrollLabel, employeeLabel, otherLabel].map((label) =>
    labeled(folded, label),
  );
  const byPayroll = (candidates: readonly Candidate[]) =>
    candidates
      .flatMap(({ key }) => index.byPayroll.get(key) ?? [])
      .map((person) => ({ person, by: 'payroll' as const }));
  return runs.flatMap((run, at): FoundNumber[] => {
    const candidates = candidatesAt(runs, at, folded).filter(isWhole);
    if (payrolls?.has(run.start)) {
      const isNumber = candidates.some(({ key }) => /\d/.test(key));
      return isNumber ? [{ hits: byPayroll(candidates), isPayroll: true, isLabeled: true }] : [];
    }
    if (employees?.has(run.start)) {
      const digits = candidates.find(({ key }) => /^\d+$/.test(key))?.key.replace(/^0+/, '');
      const people = index.byEmployeeId.get(digits ?? '') ?? [];
      const byId = people.map((person) => ({ person, by: 'employeeId' as const }));
      return [{ hits: [...byId, ...byPayroll(candidates)], isPayroll: false, isLabeled: true }];
    }
    if (others?.has(run.start)) {
      return [{ hits: byPayroll(candidates), isPayroll: false, isLabeled: true }];
    }
    // Inside a word: 'D1042' is not 1042.
    if (runs[at - 1]?.end === run.start) return [];
    const counting = candidates.filter((candidate) => counts(candidate, folded));
    return [{ hits: byPayroll(counting), isPayroll: false, isLabeled: false }];
  });
}

/** The numbers of people in a file name. */
export function numbersInFileName(stem: string, index: PeopleIndex): FoundNumber[] {
  return findNumbers(withoutDates(foldForMatch(stem)), index, countsInFileName, () => true);
}

export const withoutDates = (folded: string): string => folded.replace(dates, ' ');

/** The numbers of people on a page. One beside or below a role, such as a dispatcher, isn't labeled as the payee's. */
export function numbersOnPage(page: Page, index: PeopleIndex): FoundNumber[] {
  const find = (text: string, isOfRole: boolean) => {
    const folded = foldForMatch(text);
    const isWhole = (candidate: Candidate) => !isContinued(folded, candidate);
    return findNumbers(folded, index, countsOnPage, isWhole).map((found) =>
      isOfRole ? { ...found, isPayroll: false, isLabeled: false } : found,
    );
  };
  const hasRole = (line: Line | undefined) =>
    line?.cells.some(({ text }) => roleWords.test(foldForMatch(text))) ?? false;
  return page.flatMap((line, at) => {
    const text = line.cells.map((cell) => cell.text).join('\t');
    const inColumns = line.cells.flatMap((cell) => {
      const value = /\d/.test(cell.text) ? null : below(page, at, cell);
      const found =
        value && aloneNumber.test(value.text)
          ? find(`${cell.text}\t${value.text}`, hasRole({ ...line, cells: [cell] }))
          : [];
      return found.filter(({ isLabeled }) => isLabeled);
    });
    return [...find(text, hasRole(line) || hasRole(page[at - 1])), ...inColumns];
  });
}
