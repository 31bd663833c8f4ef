import type { EarlierApplication } from '#contract/application-stages.ts';
import { addressForms } from '#contract/text/text-fold.ts';
import type { Db } from '../../database/open.ts';
import type { ApplicationRow } from '../../database/tables/tables.ts';
import { selectWithContact } from './applications-earlier.queries.ts';
import { identityKeys, phoneKey } from './same-applicant.ts';

const maxEarlier = 5;

/** A number as people type it: with and without the country code, and with signs that the index leaves in. */
function phoneForms(phone: string): string[] {
  const digits = phoneKey(phone);
  return [digits, `1${digits}`, phone.replace(/[-().+ ]/g, '')];
}

/** Finds the earlier applications of the people who sent these, newest first. */
export async function readEarlier(
  db: Db,
  rows: readonly ApplicationRow[],
): Promise<(row: ApplicationRow) => EarlierApplication[]> {
  if (rows.length === 0) return () => [];
  const found = await selectWithContact(db, {
    emails: rows.flatMap(({ email }) => addressForms(email)),
    phones: rows.flatMap(({ phone }) => phoneForms(phone)),
  });
  const byKey = new Map<string, typeof found>();
  for (const one of found) {
    for (const key of identityKeys(one)) {
      const same = byKey.get(key);
      if (same) same.push(one);
      else byKey.set(key, [one]);
    }
  }
  return (row) => {
    const earlier = identityKeys(row).flatMap((key) => {
      const same = byKey.get(key) ?? [];
      const end = same.findIndex(({ id }) => id >= row.id);
      return same.slice(0, end < 0 ? undefined : end).slice(-maxEarlier);
    });
    return [...new Map(earlier.map((one) => [one.id, one])).values()]
      .sort((one, other) => other.id - one.id)
      .slice(0, maxEarlier)
      .map(({ id, created_at, position, stage }) => ({ id, created_at, position, stage }));
  };
}
