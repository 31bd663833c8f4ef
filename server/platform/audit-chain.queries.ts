import { type Selectable, sql } from 'kysely';
import type { Db, Engine } from '../database/open.ts';
import type { AuditChainTable, AuditHeadTable, AuditTable } from '../database/tables/audit.ts';

export type AuditRow = Selectable<AuditTable>;
export type AuditHead = Omit<Selectable<AuditHeadTable>, 'id'>;
export type ChainRow = Selectable<AuditChainTable>;
/** A row of the chain; `entry` is null when the audit row is missing. */
export type ChainedEntry = ChainRow & { entry: AuditRow | null };

const columns = [
  'id',
  'at',
  'user_id',
  'action',
  'target_kind',
  'target_id',
  'label',
  'label_folded',
  'ip',
  'detail',
] as const;

export async function selectHead(db: Db): Promise<AuditHead> {
  return db.selectFrom('audit_head').selectAll().executeTakeFirstOrThrow();
}

/** The locked head; undefined while another node extends or prunes the chain. */
export async function selectHeadForUpdate(tx: Db, engine: Engine): Promise<AuditHead | undefined> {
  const head = tx.selectFrom('audit_head').selectAll();
  return (engine === 'postgres' ? head.forUpdate().skipLocked() : head).executeTakeFirst();
}

export async function updateHead(tx: Db, head: AuditHead): Promise<void> {
  await tx.updateTable('audit_head').set(head).where('id', '=', 1).execute();
}

/** Entries with a greater id, by id. After the last id of the chain none is in it. */
export async function selectAfter(db: Db, last: number, count: number): Promise<AuditRow[]> {
  return db
    .selectFrom('audit')
    .select(columns)
    .where('id', '>', last)
    .orderBy('id')
    .limit(count)
    .execute();
}

/** PostgreSQL: the newest entry, the oldest transaction id that still runs, and the next one to be assigned. */
export async function selectTransactions(
  db: Db,
): Promise<{ newest: number; oldestRunning: number; nextTransaction: number }> {
  const { rows } = await sql<{ newest: number; oldest_running: string; next_transaction: string }>`
    select (select max(id) from audit) as newest,
      pg_snapshot_xmin(pg_current_snapshot())::text as oldest_running,
      pg_snapshot_xmax(pg_current_snapshot())::text as next_transaction
  `.execute(db);
  const { newest = 0, oldest_running, next_transaction } = rows[0] ?? {};
  return {
    newest,
    oldestRunning: Number(oldest_running),
    nextTransaction: Number(next_transaction),
  };
}

/** Ids of at most `count` entries up to `last` that aren't in the chain. */
export async function selectUnchainedIds(db: Db, last: number, count: number): Promise<number[]> {
  const rows = await db
    .selectFrom('audit')
    .leftJoin('audit_chain', 'audit_chain.audit_id', 'audit.id')
    .select('audit.id')
    .where('audit.id', '<=', last)
    .where('audit_chain.audit_id', 'is', null)
    .orderBy('audit.id')
    .limit(count)
    .execute();
  return rows.map(({ id }) => id);
}

/** The number of entries with a greater id. */
export async function countAfter(db: Db, last: number): Promise<number> {
  const { count } = await db
    .selectFrom('audit')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('id', '>', last)
    .executeTakeFirstOrThrow();
  return count;
}

/** The number of entries from before an instant. */
export async function countAuditBefore(db: Db, before: string): Promise<number> {
  const { count } = await db
    .selectFrom('audit')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('at', '<', before)
    .executeTakeFirstOrThrow();
  return count;
}

/** Inserts all rows with one parameter per column, so that the prepared statement is reused. */
export async function insertChainRows(
  tx: Db,
  engine: Engine,
  rows: readonly ChainRow[],
): Promise<void> {
  const insert =
    engine === 'sqlite'
      ? sql`insert into audit_chain (position, audit_id, hash)
          select value ->> 'position', value ->> 'audit_id', value ->> 'hash'
          from json_each(${JSON.stringify(rows)})`
      : sql`insert into audit_chain (position, audit_id, hash)
          select * from unnest(
            ${rows.map((row) => row.position)}::bigint[],
            ${rows.map((row) => row.audit_id)}::integer[],
            ${rows.map((row) => row.hash)}::text[]
          )`;
  await insert.execute(tx);
}

export async function selectChainRow(db: Db, position: number): Promise<ChainRow | undefined> {
  return db
    .selectFrom('audit_chain')
    .selectAll()
    .where('position', '=', position)
    .executeTakeFirst();
}

/** The part of the chain after a position, with its entries. */
export async function selectChained(db: Db, after: number, count: number): Promise<ChainedEntry[]> {
  const rows = await db
    .selectFrom('audit_chain')
    .leftJoin('audit', 'audit.id', 'audit_chain.audit_id')
    .select(['audit_chain.position', 'audit_chain.audit_id', 'audit_chain.hash'])
    .select(columns.map((column) => `audit.${column}` as const))
    .where('audit_chain.position', '>', after)
    .orderBy('audit_chain.position')
    .limit(count)
    .execute();
  return rows.map(({ position, audit_id, hash, ...entry }) => ({
    position,
    audit_id,
    hash,
    entry: entry.id === null ? null : (entry as AuditRow),
  }));
}

/** Deletes the chain up to a position with its entries; the head must say first that they are pruned. */
export async function deleteChained(tx: Db, position: number): Promise<void> {
  await tx
    .deleteFrom('audit')
    .where('id', 'in', (pruned) =>
      pruned.selectFrom('audit_chain').select('audit_id').where('position', '<=', position),
    )
    .execute();
  await tx.deleteFrom('audit_chain').where('position', '<=', position).execute();
}
