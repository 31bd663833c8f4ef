import { employeeName } from '#contract/employee-name.ts';
import {
  type DropFile,
  type Finding,
  type MatchNote,
  matchNotes,
} from '#contract/settlement-drops.ts';
import type { DropFileRow, selectPeople } from './settlement-drops.queries.ts';
import type { Match } from './settlement-match.ts';

type People = Awaited<ReturnType<typeof selectPeople>>;

function noteOf(note: string | null): MatchNote | null {
  return matchNotes.find((known) => known === note) ?? null;
}

/** Files of a drop as an admin sees them; who has left in the meantime comes into question no more. */
export function presentFiles(rows: readonly DropFileRow[], people: People): DropFile[] {
  const byId = new Map(people.map((person) => [person.user_id, person]));
  return rows.map((row) => {
    const found = JSON.parse(row.candidates) as Match['candidates'];
    const candidates = found.flatMap(({ userId, reasons }) => {
      const person = byId.get(userId);
      if (!person) return [];
      const isNamed = `${person.first_name}${person.last_name}`.trim() !== '';
      return [{ user_id: userId, name: isNamed ? employeeName(person) : person.username, reasons }];
    });
    const isGone = found.length > 0 && candidates.length === 0 && row.note !== 'duplicate';
    const finding: Finding = isGone ? 'none' : row.finding;
    return {
      drop_file_id: row.drop_file_id,
      file_name: row.file_name,
      file_path: row.object_key,
      size: row.size,
      finding,
      note: isGone ? 'none' : noteOf(row.note),
      user_id: finding === 'match' ? row.user_id : null,
      candidates,
    };
  });
}

const order: Record<Finding, number> = { doubt: 0, none: 1, match: 2 };

/** Those to look at first: doubts, then what fits nobody, then the matches. */
export function inOrderOfDoubt(files: readonly DropFile[]): DropFile[] {
  return files.toSorted((one, other) => order[one.finding] - order[other.finding]);
}
