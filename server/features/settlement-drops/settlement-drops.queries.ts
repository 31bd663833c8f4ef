import type { Insertable, Selectable } from 'kysely';
import { isAmong } from '../../database/expressions.ts';
import type { Db, Engine } from '../../database/open.ts';
import type { ObjectsTable } from '../../database/tables/platform.ts';
import type {
  SettlementDropFilesTable,
  SettlementDropsTable,
} from '../../database/tables/settlement-drops.ts';
import type { Person } from './match-people.ts';

export type DropRow = Selectable<SettlementDropsTable> & { username: string };
export type DropFileRow = Selectable<SettlementDropFilesTable> & Pick<ObjectsTable, 'size'>;

/** Everybody with an open account who is an employee. */
export async function selectPeople(db: Db): Promise<(Person & { username: string })[]> {
  return db
    .selectFrom('employees')
    .innerJoin('users', 'users.user_id', 'employees.user_id')
    .select([
      'users.user_id',
      'users.username',
      'employees.employee_id',
      'employees.first_name',
      'employees.last_name',
      'employees.payroll_number',
    ])
    .where('users.closed_at', 'is', null)
    .execute();
}

/** Begins a drop and answers its id. */
export async function insertDrop(tx: Db, row: Insertable<SettlementDropsTable>): Promise<number> {
  const { drop_id } = await tx
    .insertInto('settlement_drops')
    .values(row)
    .returning('drop_id')
    .executeTakeFirstOrThrow();
  return drop_id;
}

/** Drops with files in them and how many, newest first. */
export async function selectWaiting(db: Db): Promise<(DropRow & { waiting: number })[]> {
  const rows = await db
    .selectFrom('settlement_drops as d')
    .innerJoin('users', 'users.user_id', 'd.made_by')
    .innerJoin('settlement_drop_files as f', 'f.drop_id', 'd.drop_id')
    .selectAll('d')
    .select((eb) => ['users.username', eb.fn.countAll().as('waiting')])
    .groupBy(['d.drop_id', 'users.username'])
    .orderBy('d.drop_id', 'desc')
    .execute();
  return rows.map((row) => ({ ...row, waiting: Number(row.waiting) }));
}

/** A drop. */
export async function selectDrop(db: Db, id: number): Promise<DropRow | undefined> {
  return db
    .selectFrom('settlement_drops as d')
    .innerJoin('users', 'users.user_id', 'd.made_by')
    .selectAll('d')
    .select('users.username')
    .where('d.drop_id', '=', id)
    .executeTakeFirst();
}

/** Whether there is such a drop; held against everybody who adds, takes out or publishes until the transaction ends. */
export async function selectDropForUpdate(tx: Db, id: number): Promise<boolean> {
  // A write that changes nothing holds the row on both databases.
  const row = await tx
    .updateTable('settlement_drops')
    .set((eb) => ({ made_by: eb.ref('made_by') }))
    .where('drop_id', '=', id)
    .returning('drop_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** The files of a drop, in the order they came. */
export async function selectDropFiles(db: Db, dropId: number): Promise<DropFileRow[]> {
  return db
    .selectFrom('settlement_drop_files as f')
    .innerJoin('objects', 'objects.key', 'f.object_key')
    .selectAll('f')
    .select('objects.size')
    .where('f.drop_id', '=', dropId)
    .orderBy('f.drop_file_id')
    .execute();
}

export async function countDropFiles(db: Db, dropId: number): Promise<number> {
  const { count } = await db
    .selectFrom('settlement_drop_files')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('drop_id', '=', dropId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Whether these bytes are in that drop already, or published as a settlement. */
export async function isKnown(db: Db, dropId: number, sha256: string): Promise<boolean> {
  const row = await db
    .selectFrom('objects')
    .leftJoin('settlement_drop_files as f', 'f.object_key', 'objects.key')
    .leftJoin('documents as d', 'd.object_key', 'objects.key')
    .select('objects.key')
    .where('objects.sha256', '=', sha256)
    .where((eb) => eb.or([eb('f.drop_id', '=', dropId), eb('d.kind', '=', 'settlements')]))
    .executeTakeFirst();
  return row !== undefined;
}

/** Stores what is known of a file and answers its id. */
export async function insertDropFile(
  tx: Db,
  row: Insertable<SettlementDropFilesTable>,
): Promise<number> {
  const { drop_file_id } = await tx
    .insertInto('settlement_drop_files')
    .values(row)
    .returning('drop_file_id')
    .executeTakeFirstOrThrow();
  return drop_file_id;
}

/** In which drop a file is. */
export async function selectDropOf(db: Db, fileId: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('settlement_drop_files')
    .select('drop_id')
    .where('drop_file_id', '=', fileId)
    .executeTakeFirst();
  return row?.drop_id;
}

/** Takes those files out of a drop, all of them for null, and answers what they were. */
export async function removeDropFiles(
  tx: Db,
  engine: Engine,
  dropId: number,
  fileIds: readonly number[] | null,
): Promise<Selectable<SettlementDropFilesTable>[]> {
  let query = tx.deleteFrom('settlement_drop_files').where('drop_id', '=', dropId);
  if (fileIds) {
    query = query.where(isAmong(engine, 'settlement_drop_files.drop_file_id', fileIds));
  }
  return query.returningAll().execute();
}

/** The rows of stored files, by key. */
export async function selectObjects(
  db: Db,
  keys: readonly string[],
): Promise<Map<string, ObjectsTable>> {
  if (keys.length === 0) return new Map();
  const rows = await db.selectFrom('objects').selectAll().where('key', 'in', keys).execute();
  return new Map(rows.map((row) => [row.key, row]));
}

/** Takes a drop away. */
export async function deleteDrop(tx: Db, id: number): Promise<void> {
  await tx.deleteFrom('settlement_drops').where('drop_id', '=', id).execute();
}

/** Takes drops away that were begun before that and hold nothing. */
export async function deleteEmptyDrops(db: Db, before: string): Promise<void> {
  await db
    .deleteFrom('settlement_drops')
    .where('created_at', '<', before)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('settlement_drop_files as f')
            .select('f.drop_file_id')
            .whereRef('f.drop_id', '=', 'settlement_drops.drop_id'),
        ),
      ),
    )
    .execute();
}

/** A settlement whose net pay was not looked for yet. */
export interface UnreadSettlement {
  file_id: number;
  revision: number;
  object_key: string;
  /** `3,7,9`. */
  user_ids: string;
}

/** Settlements whose present content was not read yet, newest first. */
export async function selectUnread(db: Db, limit: number): Promise<UnreadSettlement[]> {
  return db
    .selectFrom('documents as d')
    .innerJoin('document_revisions as r', (join) =>
      join.onRef('r.file_id', '=', 'd.file_id').onRef('r.revision', '=', 'd.revision'),
    )
    .select(['d.file_id', 'd.revision', 'd.object_key', 'd.user_ids'])
    .where('d.kind', '=', 'settlements')
    .where('r.page_read_at', 'is', null)
    .orderBy('d.file_id', 'desc')
    .limit(limit)
    .execute();
}

/** Stores what a settlement states as net pay, and that it was read. */
export async function setNetPay(
  db: Db,
  { file_id, revision }: Pick<UnreadSettlement, 'file_id' | 'revision'>,
  cents: number | null,
  now: string,
): Promise<void> {
  await db
    .updateTable('document_revisions')
    .set({ net_pay_cents: cents, page_read_at: now })
    .where('file_id', '=', file_id)
    .where('revision', '=', revision)
    .execute();
}
