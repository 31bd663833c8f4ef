import type { Finding, MatchNote, MatchReason } from '#contract/settlement-drops.ts';
import { type FoundNames, namesInFileName, namesOnPage } from './match-names.ts';
import { type FoundNumber, numbersInFileName, numbersOnPage } from './match-numbers.ts';
import { indexPeople, numberKey, type Person } from './match-people.ts';
import { stemOf } from './match-text.ts';
import type { PageText } from './page-text.ts';

/** The proposed driver of a settlement. */
export interface Match {
  finding: Finding;
  note: MatchNote | null;
  /** Set for a match only. */
  userId: number | null;
  /** Possible drivers, with most reasons first. */
  candidates: { userId: number; reasons: MatchReason[] }[];
}

/** More candidates wouldn't help a reviewer. */
const maxCandidates = 20;

/** A name or number in the file, and the people it fits. */
interface Evidence {
  hits: readonly { person: Person; reason: MatchReason }[];
}

type FoundIn = 'InName' | 'OnPage';

function numbersAsEvidence(numbers: readonly FoundNumber[], place: FoundIn): Evidence[] {
  return numbers
    .filter(({ hits }) => hits.length > 0)
    .map(({ hits }) => ({
      hits: hits.map(({ person, by }) => ({ person, reason: `${by}${place}` as const })),
    }));
}

function namesAsEvidence(
  names: ReadonlyMap<string, readonly Person[]>,
  reason: MatchReason,
): Evidence[] {
  return [...names.values()].map((people) => ({
    hits: people.map((person) => ({ person, reason })),
  }));
}

function candidatesOf(evidence: readonly Evidence[]): Match['candidates'] {
  const reasons = new Map<number, Set<MatchReason>>();
  for (const { person, reason } of evidence.flatMap(({ hits }) => hits)) {
    const known = reasons.get(person.user_id) ?? new Set();
    reasons.set(person.user_id, known.add(reason));
  }
  return [...reasons]
    .map(([userId, set]) => ({ userId, reasons: [...set] }))
    .toSorted(
      (one, other) => other.reasons.length - one.reasons.length || one.userId - other.userId,
    )
    .slice(0, maxCandidates);
}

function fits({ hits }: Evidence, userId: number): boolean {
  return hits.some(({ person }) => person.user_id === userId);
}

/** Whether a labeled payroll number differs from this person's known one. */
function hasAnotherNumber(numbers: readonly FoundNumber[], person: Person): boolean {
  if (numberKey(person.payroll_number) === '') return false;
  return numbers.some(
    ({ hits, isPayroll }) => isPayroll && !hits.some((hit) => hit.person === person),
  );
}

/** The people whom all evidence fits. */
function peopleFitting([first, ...others]: readonly Evidence[]): Person[] {
  const people = new Set(first?.hits.map(({ person }) => person));
  return [...people].filter(({ user_id }) => others.every((entry) => fits(entry, user_id)));
}

const withoutNames: FoundNames = { whole: new Map(), surnames: new Map() };

/**
 * Proposes the driver of a settlement by its file name and the text of its first page. A match is never a guess:
 * all certain evidence (numbers, whole names) fits one person, and nothing contradicts it.
 */
export function matchSettlement(
  people: readonly Person[],
  fileName: string,
  page: PageText,
): Match {
  const index = indexPeople(people);
  const stem = stemOf(fileName);
  const inName = namesInFileName(stem, index);
  const onPage = page.text === null ? withoutNames : namesOnPage(page.text, index);
  const numbers = {
    InName: numbersInFileName(stem, index),
    OnPage: page.text === null ? [] : numbersOnPage(page.text, index),
  };
  const certain = [
    ...numbersAsEvidence(numbers.InName, 'InName'),
    ...numbersAsEvidence(numbers.OnPage, 'OnPage'),
    ...namesAsEvidence(inName.whole, 'nameInName'),
    ...namesAsEvidence(onPage.whole, 'nameOnPage'),
  ];
  const surnamesInName = namesAsEvidence(inName.surnames, 'surnameInName');
  const weak = [...surnamesInName, ...namesAsEvidence(onPage.surnames, 'surnameOnPage')];

  const [person, ...others] = peopleFitting(certain);
  if (person && others.length === 0) {
    // A page may name several people, a file name only its driver.
    const isContradicted =
      surnamesInName.some((evidence) => !fits(evidence, person.user_id)) ||
      hasAnotherNumber([...numbers.InName, ...numbers.OnPage], person);
    if (!isContradicted) {
      const candidates = candidatesOf(certain).filter(({ userId }) => userId === person.user_id);
      return { finding: 'match', note: page.fault, userId: person.user_id, candidates };
    }
    const candidates = candidatesOf([...certain, ...surnamesInName]);
    return { finding: 'doubt', note: 'contradiction', userId: null, candidates };
  }
  if (certain.length > 0) {
    const candidates = candidatesOf(certain);
    return {
      finding: 'doubt',
      note: person ? 'several' : 'contradiction',
      userId: null,
      candidates,
    };
  }
  if (weak.length > 0) {
    return { finding: 'doubt', note: 'weak', userId: null, candidates: candidatesOf(weak) };
  }
  return { finding: 'none', note: page.fault ?? 'none', userId: null, candidates: [] };
}
