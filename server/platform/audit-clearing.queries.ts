import { sql } from 'kysely';
import type { Db } from '../database/open.ts';

/**
 * Personal text leaves the append-only audit log by being cleared. A proof that entries are unchanged must not depend
 * on `ip`, `label` and `label_folded`.
 */

/** Entries before `before` with an address. The literal lets the partial index be used. */
function addressed(db: Db, before: string) {
  return db.selectFrom('audit').where('ip', '<>', sql.lit('')).where('at', '<', before);
}

export async function countAuditAddresses(db: Db, before: string): Promise<number> {
  const { count } = await addressed(db, before)
    .select((eb) => eb.fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Clears the addresses of up to `count` entries before `before`; returns how many had one. */
export async function clearAuditAddresses(tx: Db, before: string, count: number): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('audit')
    .set({ ip: '' })
    .where('id', 'in', addressed(tx, before).select('id').orderBy('at').limit(count))
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

const noLabel = { label: '', label_folded: '' };

/** Clears the labels of entries about these records. */
export async function clearAuditLabels(
  tx: Db,
  kind: string,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .updateTable('audit')
    .set(noLabel)
    .where('target_kind', '=', kind)
    .where('target_id', 'in', ids.map(String))
    .where('label', '<>', '')
    .execute();
}

function labeled(db: Db, kind: string, before: string) {
  return db
    .selectFrom('audit')
    .where('target_kind', '=', kind)
    .where('label', '<>', '')
    .where('at', '<', before);
}

/** Counts entries before `before` about records of a kind that have a label. */
export async function countAuditLabels(db: Db, kind: string, before: string): Promise<number> {
  const { count } = await labeled(db, kind, before)
    .select((eb) => eb.fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Clears the labels of up to `count` of these entries; returns how many. */
export async function clearAuditLabelsBefore(
  tx: Db,
  kind: string,
  before: string,
  count: number,
): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('audit')
    .set(noLabel)
    .where('id', 'in', labeled(tx, kind, before).select('id').orderBy('id').limit(count))
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}
