import { company } from '#contract/company/profile.ts';
import { type Called, type PeopleIndex, type Person, suffixes } from './match-people.ts';
import { foldForMatch, type Run, splitCamelCase, wordsOf } from './match-text.ts';

/** The names found in a text. */
export interface FoundNames {
  /** Name → people with that name. */
  whole: ReadonlyMap<string, readonly Person[]>;
  /** Surname → people with it; without surnames that are part of a whole name. */
  surnames: ReadonlyMap<string, readonly Person[]>;
}

/** Maximum number of words in one part of a name: 'van der Berg', 'O Brien'. */
const maxWords = 4;

/** The company's name is on every page, so it isn't evidence for an employee who shares a part of it. */
const companyName = wordsOf(foldForMatch(company.name)).map(({ text }) => text);
const companyWords: ReadonlySet<string> = new Set(
  [company.name, company.shortName, company.address.street, company.address.city].flatMap((name) =>
    wordsOf(foldForMatch(name)).map(({ text }) => text),
  ),
);
const wholeCompanyName = new RegExp(
  `(?<![\\p{L}\\p{N}])${companyName.join('[^\\p{L}\\p{N}]*')}(?![\\p{L}\\p{N}])`,
  'gu',
);

/** Replaces the company's name with line breaks, so that no name spans it. */
function withoutCompanyName(folded: string): string {
  return folded.replace(wholeCompanyName, '\n');
}

interface Span {
  from: number;
  to: number;
}

/** The possible parts of a name that start at that word. */
function* partsAt(words: readonly Run[], from: number, folded: string) {
  let text = '';
  for (let to = from; to < Math.min(words.length, from + maxWords); to += 1) {
    const word = words[to];
    if (!word || (to > from && !areNeighbours(words, to, folded))) return;
    text += word.text;
    yield { text, from, to: to + 1 };
  }
}

/** Whether that word and the one before it are in one line and one column. */
function areNeighbours(words: readonly Run[], index: number, folded: string): boolean {
  const [before, word] = [words[index - 1], words[index]];
  if (!before || !word) return false;
  const gap = folded.slice(before.end, word.start);
  // 'by Smith. John Adams' doesn't name John Smith; 'Smith Jr. John' does.
  const isEnd = before.text.length > 3 && /[.;:!?]\s/.test(gap);
  return /^[^\n\t]{1,3}$/.test(gap) && !isEnd;
}

function isBetween(word: Run | undefined): boolean {
  return word !== undefined && (/^\p{L}$/u.test(word.text) || suffixes.has(word.text));
}

/** Where the second part of a name may start: immediately, or after an initial or 'Jr'. */
function* secondStarts(words: readonly Run[], at: number, folded: string) {
  if (!areNeighbours(words, at, folded)) return;
  yield at;
  if (isBetween(words[at]) && areNeighbours(words, at + 1, folded)) yield at + 1;
}

function* wholeNamesAt(words: readonly Run[], from: number, folded: string, index: PeopleIndex) {
  for (const part of partsAt(words, from, folded)) {
    const others = index.byParts.get(part.text);
    if (!others) continue;
    for (const start of secondStarts(words, part.to, folded)) {
      for (const second of partsAt(words, start, folded)) {
        const called = others.get(second.text);
        if (called) yield { called, span: { from, to: second.to } };
      }
    }
  }
}

function add(found: Map<string, Person[]>, name: string, people: readonly Person[]): void {
  const known = found.get(name) ?? [];
  found.set(name, [...known, ...people.filter((person) => !known.includes(person))]);
}

function collect(text: string, index: PeopleIndex, found: Collected): void {
  const folded = withoutCompanyName(text);
  const words = wordsOf(folded);
  const spans: Span[] = [];
  for (let from = 0; from < words.length; from += 1) {
    for (const { called, span } of wholeNamesAt(words, from, folded, index)) {
      spans.push(span);
      for (const { name, person } of called as readonly Called[]) add(found.whole, name, [person]);
    }
  }
  for (let from = 0; from < words.length; from += 1) {
    for (const part of partsAt(words, from, folded)) {
      const people = index.bySurname.get(part.text);
      const isPart = spans.some((span) => span.from <= part.from && part.to <= span.to);
      if (people && !isPart && !companyWords.has(part.text)) add(found.surnames, part.text, people);
    }
  }
}

interface Collected {
  whole: Map<string, Person[]>;
  surnames: Map<string, Person[]>;
}

/** The names in a file name. */
export function namesInFileName(stem: string, index: PeopleIndex): FoundNames {
  const found: Collected = { whole: new Map(), surnames: new Map() };
  collect(foldForMatch(stem), index, found);
  collect(foldForMatch(splitCamelCase(stem)), index, found);
  return found;
}

/** The names in a text of a page. */
export function namesIn(text: string, index: PeopleIndex): FoundNames {
  const found: Collected = { whole: new Map(), surnames: new Map() };
  collect(foldForMatch(text), index, found);
  return found;
}
