import type { Insertable, Selectable } from 'kysely';
import { countRows, isAmong } from '../../database/expressions.ts';
import type { Db } from '../../database/open.ts';
import type { ObjectsTable } from '../../database/tables/objects.ts';
import type {
  SettlementDropFilesTable,
  SettlementDropsTable,
} from '../../database/tables/settlement-drops.ts';
import type { Person } from './format-reading.ts';
import type { Period } from './format-values.ts';

export type DropRow = Selectable<SettlementDropsTable> & { username: string };
export type DropFileRow = Selectable<SettlementDropFilesTable> & Pick<ObjectsTable, 'size'>;

/** Employees with open accounts. */
export async function selectPeople(db: Db): Promise<(Person & { username: string })[]> {
  return db
    .selectFrom('employees')
    .innerJoin('users', 'users.user_id', 'employees.user_id')
    .select([
      'users.user_id',
      'users.username',
      'employees.first_name',
      'employees.last_name',
      'employees.payroll_number',
    ])
    .where('users.closed_at', 'is', null)
    .execute();
}

/** Inserts a drop and returns its id. */
export async function insertDrop(tx: Db, row: Insertable<SettlementDropsTable>): Promise<number> {
  const { drop_id } = await tx
    .insertInto('settlement_drops')
    .values(row)
    .returning('drop_id')
    .executeTakeFirstOrThrow();
  return drop_id;
}

/** Drops with the number of their files, newest first; without empty ones. */
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

export async function selectDrop(db: Db, id: number): Promise<DropRow | undefined> {
  return db
    .selectFrom('settlement_drops as d')
    .innerJoin('users', 'users.user_id', 'd.made_by')
    .selectAll('d')
    .select('users.username')
    .where('d.drop_id', '=', id)
    .executeTakeFirst();
}

/** Locks a drop against other writers; returns whether it exists. */
export async function selectDropForUpdate(tx: Db, id: number): Promise<boolean> {
  const row = await tx
    .selectFrom('settlement_drops')
    .select('drop_id')
    .where('drop_id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** The files of a drop, oldest first. */
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

/** Counts the files of all drops. */
export function countFilesToPublish(db: Db) {
  return countRows(db.selectFrom('settlement_drop_files'));
}

export async function countDropFiles(db: Db, dropId: number): Promise<number> {
  const { count } = await db
    .selectFrom('settlement_drop_files')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('drop_id', '=', dropId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Whether these bytes are already in that drop or published as a settlement. */
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

/** Inserts a file and returns its id. */
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

/** A file of a drop. */
export async function selectDropFile(
  db: Db,
  id: number,
): Promise<Selectable<SettlementDropFilesTable> | undefined> {
  return db
    .selectFrom('settlement_drop_files')
    .selectAll()
    .where('drop_file_id', '=', id)
    .executeTakeFirst();
}

/** Files of drops that the release before this one stored, whose text wasn't read. */
export async function selectUnreadDropFiles(db: Db, limit: number) {
  return db
    .selectFrom('settlement_drop_files')
    .select(['drop_file_id', 'object_key'])
    .where('page_text', 'is', null)
    .orderBy('drop_file_id', 'desc')
    .limit(limit)
    .execute();
}

/** Stores the text of a file in a drop. */
export async function setPageText(tx: Db, id: number, page_text: string): Promise<void> {
  await tx
    .updateTable('settlement_drop_files')
    .set({ page_text })
    .where('drop_file_id', '=', id)
    .execute();
}

/** The drop of a file. */
export async function selectDropOf(db: Db, fileId: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('settlement_drop_files')
    .select('drop_id')
    .where('drop_file_id', '=', fileId)
    .executeTakeFirst();
  return row?.drop_id;
}

/** Removes these files from a drop, all for null, and returns their rows. */
export async function removeDropFiles(
  tx: Db,
  dropId: number,
  fileIds: readonly number[] | null,
): Promise<Selectable<SettlementDropFilesTable>[]> {
  let query = tx.deleteFrom('settlement_drop_files').where('drop_id', '=', dropId);
  if (fileIds) {
    query = query.where(isAmong(tx, 'settlement_drop_files.drop_file_id', fileIds));
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

export async function deleteDrop(tx: Db, id: number): Promise<void> {
  await tx.deleteFrom('settlement_drops').where('drop_id', '=', id).execute();
}

/** Deletes empty drops that were created before that. */
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

/** A settlement whose net pay and period were not read yet. */
export interface UnreadSettlement {
  file_id: number;
  revision: number;
  object_key: string;
  original_name: string;
  /** `3,7,9`. */
  user_ids: string;
  /** How often its reading was begun. */
  reading_attempts: number;
}

/** Settlements whose current content was not read yet, newest first. */
export async function selectUnread(
  db: Db,
  limit: number,
  below: number,
): Promise<UnreadSettlement[]> {
  return (
    db
      .selectFrom('document_revisions as r')
      // SQLite keeps this order, and so reads the index of what is unread instead of all settlements, each minute.
      .crossJoin('documents as d')
      .select(['d.file_id', 'd.revision', 'd.object_key', 'd.user_ids', 'r.reading_attempts'])
      .select('r.original_name')
      .whereRef('d.file_id', '=', 'r.file_id')
      .whereRef('d.revision', '=', 'r.revision')
      .where('d.kind', '=', 'settlements')
      .where('r.period_read_at', 'is', null)
      .where('r.file_id', '<', below)
      .orderBy('r.file_id', 'desc')
      .limit(limit)
      .execute()
  );
}

/** Counts a reading that begins. */
export async function countReading(
  db: Db,
  { file_id, revision }: Pick<UnreadSettlement, 'file_id' | 'revision'>,
): Promise<void> {
  await db
    .updateTable('document_revisions')
    .set((eb) => ({ reading_attempts: eb('reading_attempts', '+', 1) }))
    .where('file_id', '=', file_id)
    .where('revision', '=', revision)
    .execute();
}

/** What a settlement states; null where it is missing or ambiguous. */
export interface SettlementFacts {
  netPayCents: number | null;
  period: Period | null;
  isUnreadable: boolean;
}

/** Stores what a settlement states, beside what the office typed, and marks it as read; false when another node has. */
export async function setFacts(
  db: Db,
  { file_id, revision }: Pick<UnreadSettlement, 'file_id' | 'revision'>,
  { netPayCents, period, isUnreadable }: SettlementFacts,
  now: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('document_revisions')
    .set((eb) => ({
      net_pay_cents: eb.fn.coalesce('net_pay_cents', eb.val(netPayCents)),
      page_read_at: now,
      period_from: eb.fn.coalesce('period_from', eb.val(period?.from ?? null)),
      period_to: eb.fn.coalesce('period_to', eb.val(period?.to ?? null)),
      period_read_at: now,
      unreadable: Number(isUnreadable),
    }))
    .where('file_id', '=', file_id)
    .where('revision', '=', revision)
    .where('period_read_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
