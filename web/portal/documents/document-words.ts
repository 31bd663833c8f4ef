import type { Document, DocumentKind } from '#contract/documents.ts';
import { matches } from '#web/lib/text-match.ts';
import type { Presign } from '../files/signed-link.data.ts';

/** SPEC.md: training is signed by the call of reports. */
export const presignOf: Record<DocumentKind, Presign> = {
  training: 'reports',
  settlements: 'settlements',
  reports: 'reports',
};

/** Whether the caller still has to open it, or to confirm it where that was asked for. */
export function isDue(document: Document): boolean {
  return (
    document.opened_at === null || (document.acknowledge === 1 && document.acknowledged_at === null)
  );
}

/** What is still to be opened or confirmed, and the rest; each in the order of the list. */
export function byDue(list: readonly Document[]): { due: Document[]; done: Document[] } {
  return { due: list.filter(isDue), done: list.filter((document) => !isDue(document)) };
}

/** The files with all the words somewhere in their names. */
export function searched(list: readonly Document[], search: string): readonly Document[] {
  if (search.trim() === '') return list;
  return list.filter(({ file_name }) => matches(search, file_name));
}
