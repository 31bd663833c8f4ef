import { sql } from 'kysely';
import type { Db } from '../../database/open.ts';

/** What the triggers of the append-only audit log allow: clearing personal text, and deleting entries of over 28 days. */

/** Entries from before an instant. */
export async function countAuditBefore(db: Db, before: string): Promise<number> {
  const { count } = await db
    .selectFrom('audit')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('at', '<', before)
    .executeTakeFirstOrThrow();
  return count;
}

/** Deletes up to `count` entries from before an instant, the oldest first; returns how many. */
export async function deleteAuditBefore(tx: Db, before: string, count: number): Promise<number> {
  const old = tx.selectFrom('audit').select('id').where('at', '<', before);
  const { numDeletedRows } = await tx
    .deleteFrom('audit')
    .where('id', 'in', old.orderBy('at').orderBy('id').limit(count))
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

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
  ids: readonly (number | string)[],
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

/** Records of a kind, in case only those whose id begins with a prefix. */
export interface AuditSubject {
  kind: string;
  prefix?: string;
}

/** Entries before `before` about these records that have a label. */
function labeled(db: Db, subjects: readonly AuditSubject[], before: string) {
  return db
    .selectFrom('audit')
    .where('label', '<>', '')
    .where('at', '<', before)
    .where((eb) =>
      eb.or(
        subjects.map(({ kind, prefix = '' }) =>
          eb.and([eb('target_kind', '=', kind), eb('target_id', 'like', `${prefix}%`)]),
        ),
      ),
    );
}

export async function countAuditLabels(
  db: Db,
  subjects: readonly AuditSubject[],
  before: string,
): Promise<number> {
  const { count } = await labeled(db, subjects, before)
    .select((eb) => eb.fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Clears the labels of up to `count` of these entries; returns how many. */
export async function clearAuditLabelsBefore(
  tx: Db,
  subjects: readonly AuditSubject[],
  before: string,
  count: number,
): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('audit')
    .set(noLabel)
    .where('id', 'in', labeled(tx, subjects, before).select('id').orderBy('id').limit(count))
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}
