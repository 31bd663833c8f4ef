import type { Document, DocumentKind } from '#contract/documents.ts';
import { documentsFilter, maxNamed } from '#contract/filters/files.ts';
import { today } from '#contract/rules/dates.ts';
import type { Presign } from '../shared/files/signed-link.data.ts';

/** Training is signed by the call of reports (D6). */
export const presignOf: Record<DocumentKind, Presign> = {
  training: 'reports',
  settlements: 'settlements',
  reports: 'reports',
};

/** When a settlement's period ended; without one the upload stands in. */
const endOf = ({ period_to, uploaded_at }: Document) => period_to ?? today(new Date(uploaded_at));

/** Settlements by their periods, newest first. */
export function byPeriod(list: readonly Document[]): Document[] {
  return list.toSorted((one, other) => endOf(other).localeCompare(endOf(one)));
}

/** The net pay of a year's settlements in dollars, and of how many of them it is known. */
export function yearToDate(list: readonly Document[], year: string) {
  const all = list.filter((document) => endOf(document).startsWith(year));
  const known = all.flatMap(({ net_pay }) => net_pay ?? []);
  // In cents: the sum of many amounts of dollars is not exact.
  const cents = known.reduce((sum, amount) => sum + Math.round(amount * 100), 0);
  return { netPay: cents / 100, known: known.length, all: all.length };
}

/** Whether the caller still has to open or confirm it. */
export function isDue(document: Document): boolean {
  return (
    document.opened_at === null || (document.acknowledge === 1 && document.acknowledged_at === null)
  );
}

/** Whether it is assigned and nobody has opened it. */
export function isUnopened({ opened_count, assigned_user_ids }: Document): boolean {
  return opened_count === 0 && assigned_user_ids.length > 0;
}

/** Splits the list into unopened, unconfirmed and done; each part keeps the order. */
export function byDue(list: readonly Document[]) {
  return {
    toOpen: list.filter(({ opened_at }) => opened_at === null),
    toConfirm: list.filter((document) => document.opened_at !== null && isDue(document)),
    done: list.filter((document) => !isDue(document)),
  };
}

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

/** The files that the search finds, also by the names of their people. */
export function searched(
  list: readonly Document[],
  q: string,
  names: ReadonlyMap<number, string>,
): Document[] {
  const users = ({ assigned_user_ids: ids }: Document) => ids.flatMap((id) => names.get(id) ?? []);
  return list.filter((document) =>
    documentsFilter.matches({ ...document, assigned_users: users(document) }, { q }, new Date()),
  );
}
