import {
  type Finding,
  type MatchDoubt,
  type MatchNote,
  type MatchReason,
  matchDoubts,
  matchReasons,
} from '#contract/rules/settlement-reading.ts';
import { type Evidence, evidenceIn } from './match-evidence.ts';
import type { Person } from './match-people.ts';
import type { PageText } from './page-lines.ts';

/** The proposed driver of a settlement. */
export interface Match {
  finding: Finding;
  note: MatchNote | null;
  /** Set for a match only. */
  userId: number | null;
  /** Possible drivers, with most reasons first. */
  candidates: { userId: number; reasons: MatchReason[]; against: MatchDoubt[] }[];
}

/** More candidates wouldn't help a reviewer. */
const maxCandidates = 20;

/**
 * Proposes the driver of a settlement by its file name and its pages. A match is never a guess: something proves it,
 * and nothing contradicts it.
 */
export function matchSettlement(
  people: readonly Person[],
  fileName: string,
  page: PageText,
): Match {
  const evidence = evidenceIn(people, fileName, page.pages);
  const candidates = candidatesOf(evidence);
  const possible = people.filter((person) => isPossible(person, evidence));
  const [person] = possible;
  if (person && possible.length === 1 && isProven(person, evidence)) {
    const [own] = candidates.filter(({ userId }) => userId === person.user_id);
    return {
      finding: 'match',
      note: page.fault,
      userId: person.user_id,
      candidates: own ? [{ ...own, against: [] }] : [],
    };
  }
  if (candidates.length === 0) {
    return { finding: 'none', note: page.fault ?? 'none', userId: null, candidates };
  }
  const isClaimed = evidence.some(({ hits }) => hits.some(({ strength }) => strength !== 'hint'));
  const single = isClaimed && possible.length === 0 ? 'contradiction' : 'weak';
  const note = possible.length > 1 ? 'several' : single;
  return { finding: 'doubt', note, userId: null, candidates };
}

const hitsOf = (person: Person, evidence: readonly Evidence[]) =>
  evidence.flatMap(({ hits }) => hits.filter((hit) => hit.person === person));

/** What speaks for somebody else. */
const againstOf = (person: Person, evidence: readonly Evidence[]) =>
  evidence.filter(({ fits }) => fits && !fits.has(person)).map(({ doubt }) => doubt);

/** Whether something names a person, and nothing somebody else. */
function isPossible(person: Person, evidence: readonly Evidence[]): boolean {
  const isNamed = hitsOf(person, evidence).some(({ strength }) => strength !== 'hint');
  return isNamed && againstOf(person, evidence).length === 0;
}

/** Whether a possible person is named where a payee is, and nowhere in a form that may be another name. */
function isProven(person: Person, evidence: readonly Evidence[]): boolean {
  const hits = hitsOf(person, evidence);
  return (
    hits.some(({ strength }) => strength === 'proof') && hits.every(({ doubt }) => doubt !== 'form')
  );
}

function candidatesOf(evidence: readonly Evidence[]): Match['candidates'] {
  const people = new Set(evidence.flatMap(({ hits }) => hits.map(({ person }) => person)));
  return Array.from(people, (person) => {
    const hits = hitsOf(person, evidence);
    const doubts = [...hits.map(({ doubt }) => doubt), ...againstOf(person, evidence)];
    return {
      userId: person.user_id,
      reasons: matchReasons.filter((one) => hits.some(({ reason }) => reason === one)),
      // Another first name says which payee is meant.
      against: matchDoubts.filter(
        (one) => doubts.includes(one) && !(one === 'payee' && doubts.includes('firstName')),
      ),
    };
  })
    .toSorted(
      (one, other) =>
        other.reasons.length - one.reasons.length ||
        one.against.length - other.against.length ||
        one.userId - other.userId,
    )
    .slice(0, maxCandidates);
}
