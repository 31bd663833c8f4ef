import type { MatchDoubt, MatchReason } from '#contract/rules/settlement-reading.ts';
import { type FoundNames, namesIn, namesInFileName } from './match-names.ts';
import {
  type FoundNumber,
  numbersInFileName,
  numbersOnPage,
  withoutDates,
} from './match-numbers.ts';
import { indexPeople, nameFit, numberKey, type PeopleIndex, type Person } from './match-people.ts';
import { isLikeName, type Place, placesOn, statedName } from './match-places.ts';
import { foldForMatch, lettersAndDigitsOf, splitCamelCase, stemOf, wordsOf } from './match-text.ts';
import { isPlainWord, roleWords, thingWords } from './match-vocabulary.ts';
import type { Page } from './page-lines.ts';

/** A name or number that fits a person. */
export interface Hit {
  person: Person;
  reason: MatchReason;
  /** 'proof': where a payee's stands; 'claim': a whole name or number elsewhere; 'hint': not enough for a name. */
  strength: 'proof' | 'claim' | 'hint';
  /** What speaks against this hit. */
  doubt: MatchDoubt | null;
}

/** A statement of a file name or a page. */
export interface Evidence {
  hits: readonly Hit[];
  /** The people whom it doesn't contradict; null when it contradicts nobody. */
  fits: ReadonlySet<Person> | null;
  /** What it says against the others. */
  doubt: MatchDoubt;
}

/** Everything in a file name and on pages that speaks for or against people. */
export function evidenceIn(
  people: readonly Person[],
  fileName: string,
  pages: readonly Page[],
): Evidence[] {
  const index = indexPeople(people);
  const places = pages.flatMap((page, at) => placesOn(page, at === 0));
  const numbers = pages.flatMap((page) => numbersOnPage(page, index));
  return [
    ...places.flatMap((place) => evidenceAt(place, index)),
    ...strangers(places, index),
    ...numbers.flatMap((number) => numberEvidence(number, people, 'OnPage', number.isLabeled)),
    ...fileEvidence(stemOf(fileName), people, index, pages),
  ];
}

function evidenceAt(place: Place, index: PeopleIndex): Evidence[] {
  const { kind, text } = place;
  const isPayee = kind === 'payee' || kind === 'maybePayee';
  if (!isPayee && !(kind === 'heading' && place.isAlone))
    return mentions(place, namesIn(text, index));
  const name = statedName(text);
  const hits = name ? fitting(name, index) : [];
  const named = hits.filter(({ strength }) => strength !== 'hint');
  const isName = hits.length > 0 || kind === 'payee' || (kind === 'maybePayee' && isLikeName(text));
  if (name === '' || !isName) return mentions(place, namesIn(text, index));
  // More than a name: nobody is named for certain.
  if (name === null) {
    const inside = mentions({ ...place, kind: 'other' }, namesIn(text, index));
    return [...inside, { hits: [], fits: new Set(), doubt: 'payee' }];
  }
  return [{ hits, fits: new Set(named.map(({ person }) => person)), doubt: 'payee' }];
}

/** The people whom a stated name fits. */
function fitting(name: string, { names }: PeopleIndex): Hit[] {
  return names.flatMap((known): Hit[] => {
    const fit = nameFit(known, name);
    const { person } = known;
    if (fit === null) return [];
    if (fit === 'surname')
      return [{ person, reason: 'surnameOnPage', strength: 'hint', doubt: 'firstName' }];
    const isWhole = fit === 'whole';
    return [
      {
        person,
        reason: 'nameOnPage',
        strength: isWhole ? 'proof' : 'claim',
        doubt: isWhole ? null : 'form',
      },
    ];
  });
}

/** Names in a text that isn't where a payee stands. */
function mentions({ kind, isNumbered }: Place, { whole, surnames }: FoundNames): Evidence[] {
  const isRole = kind === 'role';
  const doubt = isRole ? 'role' : 'place';
  const evidence = (
    named: ReadonlyMap<string, readonly Person[]>,
    hit: Omit<Hit, 'person'>,
    contradicts: boolean,
  ): Evidence[] =>
    Array.from(named.values(), (people) => ({
      hits: people.map((person) => ({ ...hit, person })),
      fits: contradicts ? new Set(people) : null,
      doubt: 'person',
    }));
  return [
    ...evidence(
      whole,
      { reason: 'nameOnPage', strength: isRole ? 'hint' : 'claim', doubt },
      !isRole,
    ),
    // In a line with numbers, a surname is often a place or a make.
    ...evidence(
      surnames,
      { reason: 'surnameOnPage', strength: 'hint', doubt: isRole ? doubt : null },
      !isRole && !isNumbered,
    ),
  ];
}

const afterLabel = (text: string) => text.slice(text.lastIndexOf(':') + 1);

/** Names of people without an account, where a payee may stand without a label: they contradict all but a labeled payee. */
function strangers(places: readonly Place[], { names }: PeopleIndex): Evidence[] {
  const isStranger = ({ kind, text, isNumbered }: Place) => {
    const name = afterLabel(text);
    const isUnlabeled = kind === 'heading' || (kind === 'other' && !isNumbered);
    return isUnlabeled && isLikeName(name) && !names.some((known) => nameFit(known, name));
  };
  if (!places.some(isStranger)) return [];
  const labels = places.filter(({ kind }) => kind === 'payee' || kind === 'maybePayee');
  const labeled = labels.map(({ text }) => statedName(text) ?? '');
  const payees = names.filter((known) => labeled.some((name) => nameFit(known, name) === 'whole'));
  return [{ hits: [], fits: new Set(payees.map(({ person }) => person)), doubt: 'payee' }];
}

function numberEvidence(
  { hits, isPayroll, isLabeled }: FoundNumber,
  people: readonly Person[],
  place: 'InName' | 'OnPage',
  isPlaced: boolean,
): Evidence[] {
  const fits = new Set(hits.map(({ person }) => person));
  if (fits.size === 0) {
    if (!isPayroll) return [];
    const unknown = people.filter((person) => numberKey(person.payroll_number) === '');
    return [{ hits: [], fits: new Set(unknown), doubt: 'number' }];
  }
  const isClaim = isLabeled || place === 'InName';
  const strength = isPlaced ? 'proof' : isClaim ? 'claim' : 'hint';
  const found = hits.map(({ person, by }) => ({
    person,
    reason: `${by}${place}` as const,
    strength: strength as Hit['strength'],
    doubt: isPlaced ? null : ('label' as const),
  }));
  return [{ hits: found, fits: isClaim ? fits : null, doubt: 'number' }];
}

/** What a file name states: proof only if it has nothing but the name or number and the words of settlements. */
function fileEvidence(
  stem: string,
  people: readonly Person[],
  index: PeopleIndex,
  pages: readonly Page[],
): Evidence[] {
  const { whole, surnames } = namesInFileName(stem, index);
  const named = (list: readonly Person[], reason: MatchReason): Evidence => ({
    hits: list.map((person) => {
      const isWhole = reason === 'nameInName';
      const isOnly = isWhole && isOnlyAbout(stem, person, index);
      return {
        person,
        reason,
        strength: isOnly ? 'proof' : isWhole ? 'claim' : 'hint',
        doubt: isOnly || !isWhole ? null : 'fileName',
      };
    }),
    fits: new Set(list),
    doubt: 'person',
  });
  const numbers = numbersInFileName(stem, index).flatMap((number) => {
    const isPlaced = number.hits.every(
      ({ person }) =>
        isOnlyAbout(stem, person, index) &&
        isOnlyNumber(stem, person) &&
        !hasOtherNumber(pages, person.payroll_number, index),
    );
    return numberEvidence(number, people, 'InName', isPlaced);
  });
  const names = [
    ...Array.from(whole.values(), (list) => named(list, 'nameInName')),
    ...Array.from(surnames.values(), (list) => named(list, 'surnameInName')),
  ];
  // The name of somebody without an account, unlike 'weekly-run'.
  const words = splitCamelCase(stem).replaceAll('_', ' ');
  const isStranger = names.length === 0 && isLikeName(words) && !/(?<!\p{L})\p{Ll}/u.test(words);
  return isStranger ? [{ hits: [], fits: new Set(), doubt: 'person' }] : [...names, ...numbers];
}

/** Whether a page has that number without the label of a payroll number: a load's or an invoice's. */
function hasOtherNumber(pages: readonly Page[], number: string, index: PeopleIndex): boolean {
  const key = numberKey(number);
  return pages.some((page) =>
    page.some((line) => {
      const text = foldForMatch(line.cells.map((cell) => cell.text).join(' '));
      const isLabeled = numbersOnPage([line], index).some((found) => found.isLabeled);
      return key !== '' && !isLabeled && `-${numberKey(text)}-`.includes(`-${key}-`);
    }),
  );
}

/** Whether a file name has no words beside the person's name, their number and the words of settlements. */
function isOnlyAbout(stem: string, person: Person, { names }: PeopleIndex): boolean {
  const known = names.find((one) => one.person === person);
  const runs = (text: string) => lettersAndDigitsOf(foldForMatch(text)).map(({ text: run }) => run);
  const own = [person.first_name, person.last_name, person.payroll_number].flatMap(runs);
  return [stem, splitCamelCase(stem)].some((text) => {
    const folded = foldForMatch(text).replaceAll('_', ' ');
    if (roleWords.test(folded) || thingWords.test(folded)) return false;
    const words = wordsOf(folded).map((word) => word.text);
    const left = words.filter((word) => !isPlainWord(word) || own.includes(word));
    const name = left.filter((word) => !runs(person.payroll_number).includes(word)).join(' ');
    // The surname may come first.
    const parts = name.split(' ');
    const forms = parts.map(
      (_, at) => `${parts.slice(0, at).join(' ')}, ${parts.slice(at).join(' ')}`,
    );
    return (
      name === '' || [name, ...forms].some((form) => known && nameFit(known, form) === 'whole')
    );
  });
}

/** Whether a file name has no other number, such as a load's or the settlement's own. */
function isOnlyNumber(stem: string, person: Person): boolean {
  const folded = withoutDates(foldForMatch(stem));
  if (/(?:settlement|statement|stmt)[^\p{L}\d]*(?:no|num|number|nr|id|#)(?!\p{L})/u.test(folded))
    return false;
  const own = [numberKey(person.payroll_number), String(person.employee_id)].join('-').split('-');
  return lettersAndDigitsOf(folded).every(
    ({ text }) =>
      !/^\d{3,}$/.test(text) ||
      // A year, or a day without separators.
      /^(?:(?:19|20)\d\d|\d{8})$/.test(text) ||
      own.some((number) => number === text || number === text.replace(/^0+/, '')),
  );
}
