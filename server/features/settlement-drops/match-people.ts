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

/** A name to compare: 'Smith-Jones Jr.' is smithjones. */
interface Name {
  first: string;
  last: string;
}

/** The people by name and number. */
export interface PeopleIndex {
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

/** Ignored, because settlements use them inconsistently. */
export const suffixes: ReadonlySet<string> = new Set(['jr', 'sr', 'ii', 'iii', 'iv']);

function joined(text: string): string {
  const words = wordsOf(foldForMatch(text)).map((word) => word.text);
  const significant = words.filter((word, index) => index === 0 || !suffixes.has(word));
  return significant.join('');
}

function nameOf(person: Person): Name {
  return { first: joined(person.first_name), last: joined(person.last_name) };
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
  const named = people.map((person) => ({ person, ...nameOf(person) }));
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
    byParts,
    bySurname: groupsOf(named.map(({ person, last }) => [last.length > 1 ? last : '', person])),
    byPayroll: groupsOf(people.map((person) => [numberKey(person.payroll_number), person])),
    byEmployeeId: groupsOf(people.map((person) => [String(person.employee_id), person])),
  };
}
