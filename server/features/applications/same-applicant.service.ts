/**
 * Whose applications are. Only those that came by one person's link are certainly that person's; the same address, or
 * the same phone number and name, says that they perhaps are: people share both.
 */
import type { OtherApplication } from '#contract/application-stages.ts';
import type { Db } from '../../database/open.ts';
import { firstOf, type Identity, selectSame } from './same-applicant.queries.ts';

const maxOthers = 10;

/** The keys of which two applications that are perhaps one person's share one, the certain one first. */
const keysOf = (row: Identity) => [
  `link ${firstOf(row)}`,
  `email ${row.email_key}`,
  ...(row.person_key === '' ? [] : [`person ${row.person_key}`]),
];

type Shown = Pick<OtherApplication, 'id' | 'stage'>;

const hiredFirst = (one: Shown, other: Shown) =>
  Number(other.stage === 'hired') - Number(one.stage === 'hired') || other.id - one.id;

/** Finds the other applications that are perhaps the same person's: those that certainly are first, then the hired ones. */
export async function readOthers(
  db: Db,
  rows: readonly Identity[],
): Promise<(row: Identity) => OtherApplication[]> {
  if (rows.length === 0) return () => [];
  const found = (await selectSame(db, rows)).sort(hiredFirst);
  const byKey = new Map<string, typeof found>();
  for (const one of found) {
    for (const key of keysOf(one)) {
      const same = byKey.get(key);
      if (!same) byKey.set(key, [one]);
      else if (same.length <= maxOthers) same.push(one);
    }
  }
  return (row) => {
    const same = keysOf(row).flatMap((key) => byKey.get(key) ?? []);
    const others = new Map(same.filter(({ id }) => id !== row.id).map((one) => [one.id, one]));
    return [...others.values()]
      .map(({ id, created_at, position, stage, ...one }) => {
        const by_link = firstOf({ id, ...one }) === firstOf(row) ? (1 as const) : (0 as const);
        return { id, created_at, position, stage, by_link };
      })
      .sort((one, other) => other.by_link - one.by_link || hiredFirst(one, other))
      .slice(0, maxOthers);
  };
}
