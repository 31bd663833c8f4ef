/** Whose settlement a file in a drop is: asked of the formats and accounts of this moment, never stored. */
import { type DropFile, type FileNote, suggestionReasons } from '#contract/settlement-drops.ts';
import type { FormatRules } from '#contract/settlement-formats.ts';
import { personName } from '#contract/text/employee-name.ts';
import {
  type namedIn,
  type Person,
  type ReadFile,
  type Reading,
  readByFormat,
} from './format-reading.ts';
import type { Period } from './format-values.ts';
import type { Page } from './page-lines.ts';

/** A row's file with the text that was read when it came. */
export function readFileOf(row: { file_name: string; page_text: string | null }): ReadFile {
  return { fileName: row.file_name, pages: JSON.parse(row.page_text ?? '[]') as Page[] };
}

/** What the only format that fits reads; null for none or several. */
export interface Fit {
  userId: number;
  netPayCents: number | null;
  period: Period | null;
}

/** Reads a file by every format; a fit is one whose labels stand once, and whose payee is one open account. */
export function fitIn(
  formats: readonly FormatRules[],
  file: ReadFile,
  everybody: readonly Person[],
): { fit: Fit | null; fits: number; readings: readonly Reading[] } {
  const readings = formats.map((format) => readByFormat(format, file, everybody));
  const fitting = readings.flatMap(({ hasPlaces, people: [person, ...others], ...values }) => {
    const { netPayCents, period } = values;
    return hasPlaces && person && others.length === 0
      ? [{ userId: person.user_id, netPayCents, period }]
      : [];
  });
  const [fit = null] = fitting.length === 1 ? fitting : [];
  return { fit, fits: fitting.length, readings };
}

interface FoundRow {
  file_name: string;
  note: string | null;
  page_text: string | null;
  /** JSON: whom it names, as found when it came. */
  candidates: string;
}

type Finding = Pick<
  DropFile,
  'finding' | 'note' | 'user_id' | 'net_pay' | 'period_from' | 'period_to' | 'candidates'
>;

/** The finding of a file. Only an exact fit is a match; everything else is a suggestion at most. */
export function findingOf(
  row: FoundRow,
  formats: readonly FormatRules[],
  everybody: readonly (Person & { username: string })[],
): Finding {
  const { fit, fits, readings } = fitIn(formats, readFileOf(row), everybody);
  const read = readings.filter(({ hasPlaces }) => hasPlaces).flatMap(({ people }) => people);
  const candidates = candidatesOf(row, read, everybody);
  const isDuplicate = row.note === 'duplicate';
  const values = {
    net_pay: fit === null || fit.netPayCents === null ? null : fit.netPayCents / 100,
    period_from: fit?.period?.from ?? null,
    period_to: fit?.period?.to ?? null,
  };
  const fault = row.note === 'unreadable' || row.note === 'slow' ? row.note : null;
  if (fit && !isDuplicate) {
    return { finding: 'match', note: fault, user_id: fit.userId, ...values, candidates };
  }
  const note = isDuplicate ? 'duplicate' : (fault ?? noteOf(row, fits, readings));
  const hasDoubt = isDuplicate || candidates.length > 0 || note.startsWith('payee');
  return { finding: hasDoubt ? 'doubt' : 'none', note, user_id: null, ...values, candidates };
}

function noteOf(row: FoundRow, fits: number, readings: readonly Reading[]): FileNote {
  if (row.page_text === null) return 'waiting';
  if (readings.length === 0) return 'untaught';
  if (fits > 1) return 'formats';
  const unknown = readings.filter(({ hasPlaces }) => hasPlaces);
  if (unknown.length === 0) return 'format';
  return unknown.some(({ people }) => people.length > 1) ? 'payees' : 'payee';
}

/** Those whom a format or the text names; without accounts that were closed since. */
function candidatesOf(
  row: FoundRow,
  read: readonly Person[],
  everybody: readonly (Person & { username: string })[],
): DropFile['candidates'] {
  const stored = JSON.parse(row.candidates) as ReturnType<typeof namedIn>;
  return everybody
    .flatMap((person) => {
      const { user_id } = person;
      const named: readonly string[] =
        stored.find(({ userId }) => userId === user_id)?.reasons ?? [];
      const own = read.includes(person) ? ['format', ...named] : named;
      // The release before this one had other reasons.
      const reasons = suggestionReasons.filter((reason) => own.includes(reason));
      return reasons.length > 0 ? [{ user_id, name: personName(person), reasons }] : [];
    })
    .toSorted((one, other) => other.reasons.length - one.reasons.length)
    .slice(0, maxCandidates);
}

/** More wouldn't help a reviewer. */
const maxCandidates = 20;
