import type { Document, DocumentKind } from '#contract/documents.ts';
import { matches } from '#web/lib/text-match.ts';
import type { Presign } from '../shared/files/signed-link.data.ts';

/** Training is signed by the call of reports (D6). */
export const presignOf: Record<DocumentKind, Presign> = {
  training: 'reports',
  settlements: 'settlements',
  reports: 'reports',
};

/** Whether the caller still has to open or confirm it. */
export function isDue(document: Document): boolean {
  return (
    document.opened_at === null || (document.acknowledge === 1 && document.acknowledged_at === null)
  );
}

/** Splits the list into unopened, unconfirmed and done; each part keeps the order. */
export function byDue(list: readonly Document[]) {
  return {
    toOpen: list.filter(({ opened_at }) => opened_at === null),
    toConfirm: list.filter((document) => document.opened_at !== null && isDue(document)),
    done: list.filter((document) => !isDue(document)),
  };
}

/** Maximum number of people to name and search. */
const maxNamed = 2;

/** The people of a document: their names, or their number if there are many. */
export function assigneesText({ assigned_user_ids }: Document, names: ReadonlyMap<number, string>) {
  const known = namesOf(assigned_user_ids, names);
  const count = assigned_user_ids.length;
  if (known.length === count && count > 0) return `for ${known.join(' and ')}`;
  return count === 1 ? 'for 1 person' : `for ${count} people`;
}

function namesOf(ids: readonly number[], names: ReadonlyMap<number, string>): string[] {
  if (ids.length > maxNamed) return [];
  return ids.flatMap((id) => names.get(id) ?? []);
}

/** The files with all words of the search in their names or in those of their named people. */
export function searched(
  list: readonly Document[],
  search: string,
  names: ReadonlyMap<number, string>,
): readonly Document[] {
  if (search.trim() === '') return list;
  return list.filter(({ file_name, assigned_user_ids }) =>
    matches(search, [file_name, ...namesOf(assigned_user_ids, names)].join(' ')),
  );
}
