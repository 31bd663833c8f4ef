import { foldForMatch, lettersAndDigitsOf, wordsOf } from './match-text.ts';

/** An employee with an open account. */
export interface Person {
  user_id: number;
  employee_id: number;
  first_name: string;
  last_name: string;
  /** '' when unknown. */
  payroll_number: string;
}

/** A person's name to compare: 'Smith-Jones Jr.' is smithjones. */
export interface KnownName {
  person: Person;
  first: string;
  last: string;
  /** The words of the first name. */
  given: readonly string[];
  suffix: string | undefined;
}

/** The people by name and number. */
export interface PeopleIndex {
  names: readonly KnownName[];
  /** First part → last part → people with that name, in either order. */
  byParts: ReadonlyMap<string, ReadonlyMap<string, readonly Called[]>>;
  bySurname: ReadonlyMap<string, readonly Person[]>;
  byPayroll: ReadonlyMap<string, readonly Person[]>;
  byEmployeeId: ReadonlyMap<string, readonly Person[]>;
}

/** A person with a name; `name` is the same in either order. */
export interface Called {
  person: Person;
  name: string;
}

/** Settlements use them inconsistently, so a missing one doesn't tell two people apart. */
export const suffixes: ReadonlySet<string> = new Set(['jr', 'sr', 'ii', 'iii', 'iv']);

function joined(text: string): string {
  const words = wordsOf(foldForMatch(text)).map((word) => word.text);
  const significant = words.filter((word, index) => index === 0 || !suffixes.has(word));
  return significant.join('');
}

function knownName(person: Person): KnownName {
  const { first_name, last_name } = person;
  return {
    person,
    first: joined(first_name),
    last: joined(last_name),
    given: first_name.split(/\s+/).map(joined).filter(Boolean),
    suffix: wordsOf(foldForMatch(`${first_name} ${last_name}`)).find(({ text }) =>
      suffixes.has(text),
    )?.text,
  };
}

/** A number to compare: D-1042, D1042 and 'd 1042' are equal. */
export function numberKey(number: string): string {
  return lettersAndDigitsOf(foldForMatch(number))
    .map((run) => run.text)
    .join('-');
}

function groupsOf<V>(entries: Iterable<readonly [string, V]>): Map<string, V[]> {
  const groups = new Map<string, V[]>();
  for (const [key, value] of entries) {
    if (key === '') continue;
    const group = groups.get(key);
    if (group) group.push(value);
    else groups.set(key, [value]);
  }
  return groups;
}

/** Indexes the people by name and number. */
export function indexPeople(people: readonly Person[]): PeopleIndex {
  const named = people.map(knownName);
  // Initials and single names don't identify anyone.
  const whole = named.filter(({ first, last }) => first.length > 1 && last.length > 1);
  const parts = whole.flatMap(({ person, first, last }) => {
    const called = { person, name: [first, last].toSorted().join(' ') };
    const ways =
      first === last
        ? [[first, last]]
        : [
            [first, last],
            [last, first],
          ];
    return ways.map(([one = '', other = '']) => [one, [other, called] as const] as const);
  });
  const byParts = new Map<string, ReadonlyMap<string, readonly Called[]>>();
  for (const [part, others] of groupsOf(parts)) byParts.set(part, groupsOf(others));
  return {
    names: named,
    byParts,
    bySurname: groupsOf(named.map(({ person, last }) => [last.length > 1 ? last : '', person])),
    byPayroll: groupsOf(people.map((person) => [numberKey(person.payroll_number), person])),
    byEmployeeId: groupsOf(people.map((person) => [String(person.employee_id), person])),
  };
}

/** How a stated name fits a person: 'whole', 'partly' in another form that may be somebody else's, or the surname alone. */
export type NameFit = 'whole' | 'partly' | 'surname';

/** Compares a name as a page states it: 'Ann B. One', 'One, Ann', 'Ann One, Jr.'; null when it doesn't fit. */
export function nameFit(known: KnownName, stated: string): NameFit | null {
  const { last } = known;
  const [before = [], ...after] = foldForMatch(stated)
    .split(',')
    .map((part) => wordsOf(part).map(({ text }) => text));
  const isSuffix = (word: string | undefined) => suffixes.has(word ?? '');
  const named = after.filter((words) => !words.every(isSuffix));
  if (last.length < 2 || named.length > 1) return null;
  const suffix = [before.slice(1), ...after].flat().find(isSuffix);
  const bare = (words: readonly string[]) =>
    words.filter((word, index) => index === 0 || !isSuffix(word));
  const [family, given] = [bare(before), bare(named[0] ?? [])];
  if (named.length > 0) {
    return family.join('') === last ? givenFit(known, given, suffix) : null;
  }
  const words = family;
  const at = words.findIndex((_, index) => index > 0 && words.slice(index).join('') === last);
  if (at > 0) return givenFit(known, words.slice(0, at), suffix);
  // 'One Ann' may be Ann One, or somebody whose surname is Ann.
  const reversed = words.findIndex((_, index) => words.slice(0, index).join('') === last);
  if (reversed < 1) return words.join('') === last ? 'surname' : null;
  return givenFit(known, words.slice(reversed), suffix) === 'surname' ? 'surname' : 'partly';
}

/** Compares the first names; a middle initial is no contradiction unless the known middle name has another one. */
function givenFit(known: KnownName, words: readonly string[], suffix: string | undefined): NameFit {
  const { first, given } = known;
  const names = words.findLastIndex((word) => word.length > 1) + 1;
  const [stated, initials] = [words.slice(0, names).join(''), words.slice(names)];
  const hasMiddle = initials.length > 0 && initials[0] === given[1]?.charAt(0);
  const isWhole =
    first.length > 1 &&
    initials.length < 2 &&
    (stated === first || (stated === given[0] && hasMiddle));
  if (isWhole) return suffix === undefined || suffix === known.suffix ? 'whole' : 'partly';
  return stated !== '' && stated === given[0] ? 'partly' : 'surname';
}
