import { type Selectable, type SqlBool, sql, type Updateable } from 'kysely';
import { broughtKinds, kindNames } from '#contract/driver-file-kinds.ts';
import { isAmong } from '../../database/expressions.ts';
import { selectForUpdate } from '../../database/locks.ts';
import type { Db } from '../../database/open.ts';
import type { DriverDocumentsTable } from '../../database/tables/driver-file.ts';

export type DocumentRow = Selectable<DriverDocumentsTable>;
export type DocumentColumns = Pick<
  DocumentRow,
  'issued_on' | 'expires_on' | 'cdl_class' | 'cdl_endorsements' | 'cdl_number' | 'cdl_state'
>;

/** One employee, those of one account, or all. */
export interface Owner {
  employeeId?: number | undefined;
  userId?: number | undefined;
}

/** Documents of kinds that the company has, of employees whose account is open. */
function openDocuments(db: Db, { userId }: Pick<Owner, 'userId'> = {}) {
  const query = db
    .selectFrom('driver_documents as d')
    .innerJoin('employees as e', 'e.employee_id', 'd.employee_id')
    .leftJoin('users as u', 'u.user_id', 'e.user_id')
    .where('u.closed_at', 'is', null)
    .where('d.kind', 'in', kindNames);
  return userId === undefined ? query : query.where('e.user_id', '=', userId);
}

/** Employees whose account is open, by name. */
export async function selectDrivers(db: Db, { employeeId, userId }: Owner) {
  let query = db
    .selectFrom('employees as e')
    .leftJoin('users as u', 'u.user_id', 'e.user_id')
    .select(['e.employee_id', 'e.user_id', 'e.first_name', 'e.last_name'])
    .select(['e.department', 'e.position'])
    .where('u.closed_at', 'is', null)
    .orderBy('e.last_name')
    .orderBy('e.first_name')
    .orderBy('e.employee_id');
  if (employeeId !== undefined) query = query.where('e.employee_id', '=', employeeId);
  if (userId !== undefined) query = query.where('e.user_id', '=', userId);
  return query.execute();
}

export type Driver = Awaited<ReturnType<typeof selectDrivers>>[number];

/** The employee, locked until the transaction ends, so that an item changes once at a time; undefined when closed. */
export async function selectDriverForUpdate(tx: Db, employeeId: number) {
  await selectForUpdate(tx, 'employees', 'employee_id', employeeId);
  return (await selectDrivers(tx, { employeeId }))[0];
}

/** The documents of people's items, without past ones, each with the username of who checked it. */
export async function selectItemDocuments(db: Db, employeeIds: readonly number[], kind?: string) {
  let query = openDocuments(db)
    .where(isAmong(db, 'd.employee_id', employeeIds))
    .leftJoin('users as c', 'c.user_id', 'd.checked_by')
    .selectAll('d')
    .select('c.username as checker')
    // As in the partial index, which databases use only when they see the same condition.
    .where(sql<SqlBool>`d.state <> 'past'`);
  if (kind !== undefined) query = query.where('d.kind', '=', kind);
  return query.execute();
}

export type ItemDocument = Awaited<ReturnType<typeof selectItemDocuments>>[number];

/** Every document of an item, newest first. */
export async function selectHistory(db: Db, employeeId: number, kind: string) {
  return db
    .selectFrom('driver_documents as d')
    .innerJoin('objects as o', 'o.key', 'd.object_key')
    .innerJoin('users as s', 's.user_id', 'd.uploaded_by')
    .leftJoin('users as c', 'c.user_id', 'd.checked_by')
    .selectAll('d')
    .select(['o.original_name', 's.username as sender', 'c.username as checker'])
    .where('d.employee_id', '=', employeeId)
    .where('d.kind', '=', kind)
    .orderBy('d.document_id', 'desc')
    .execute();
}

/** The employee and kind of a document whose account is open. */
export async function selectItemOf(db: Db, documentId: number) {
  return openDocuments(db)
    .select(['d.employee_id', 'd.kind'])
    .where('d.document_id', '=', documentId)
    .executeTakeFirst();
}

export async function changeDocument(
  tx: Db,
  id: number,
  change: Updateable<DriverDocumentsTable>,
): Promise<void> {
  await tx.updateTable('driver_documents').set(change).where('document_id', '=', id).execute();
}

/** Makes the newest checked document of an item the current one again. */
export async function restoreChecked(
  tx: Db,
  { employee_id, kind }: { employee_id: number; kind: string },
  version: number,
): Promise<void> {
  await tx
    .updateTable('driver_documents')
    .set({ state: 'current', version })
    .where('document_id', '=', (eb) =>
      eb
        .selectFrom('driver_documents')
        .select('document_id')
        .where('employee_id', '=', employee_id)
        .where('kind', '=', kind)
        .where('checked_at', 'is not', null)
        .orderBy('checked_at', 'desc')
        .orderBy('document_id', 'desc')
        .limit(1),
    )
    .execute();
}

/** Documents in force that expire by a day: the current ones, and unchecked ones while there is no current one. */
function expiring(db: Db, day: string, owner: Pick<Owner, 'userId'> = {}) {
  return openDocuments(db, owner)
    .leftJoin('driver_documents as checked', (join) =>
      join
        .onRef('checked.employee_id', '=', 'd.employee_id')
        .onRef('checked.kind', '=', 'd.kind')
        .on(sql<SqlBool>`checked.state = 'current'`),
    )
    .leftJoin('driver_documents as newer', (join) =>
      join
        .onRef('newer.employee_id', '=', 'd.employee_id')
        .onRef('newer.kind', '=', 'd.kind')
        .on(sql<SqlBool>`newer.state in ('waiting', 'refused') and newer.state = 'waiting'`),
    )
    .where(sql<SqlBool>`d.state in ('current', 'waiting')`)
    .where((eb) => eb.or([eb('d.state', '=', 'current'), eb('checked.document_id', 'is', null)]))
    .where('d.expires_on', '<=', day);
}

/** Employees with documents that expired by a day. */
export async function selectExpired(db: Db, day: string) {
  return expiring(db, day)
    .select(['e.employee_id', 'e.first_name', 'e.last_name', 'u.email_key', 'd.kind'])
    .orderBy('e.employee_id')
    .execute();
}

/** Counts unchecked documents. */
export function countToCheck(db: Db) {
  return openDocuments(db)
    .where(sql<SqlBool>`d.state in ('waiting', 'refused') and d.state = 'waiting'`)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .$asScalar();
}

/** Counts documents that a user brings and that expire by a day, without those whose successor waits for its check. */
export function countToRenew(db: Db, userId: number, day: string) {
  return expiring(db, day, { userId })
    .where('d.kind', 'in', broughtKinds)
    .where('newer.document_id', 'is', null)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .$asScalar();
}

/** A user's position, and how many kinds that every driver brings aren't there: nobody knows yet whether they are one. */
export function missingOf(db: Db, userId: number) {
  const brought = openDocuments(db, { userId })
    .where('d.kind', 'in', broughtKinds)
    .where('d.state', 'in', ['current', 'waiting'])
    .select((eb) => eb.fn.count<number>('d.kind').distinct().as('count'));
  const positions = db.selectFrom('employees').where('user_id', '=', userId).select('position');
  return {
    driver_position: positions.$asScalar(),
    driver_documents_missing: sql<number>`${broughtKinds.length} - (${brought})`,
  };
}

/** Counts everyone's documents in force that expired by a day. */
export function countExpired(db: Db, day: string) {
  return expiring(db, day)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .$asScalar();
}

/** Documents that expire by a day, with the last reminder of that date, the soonest first. */
export async function selectExpiring(db: Db, day: string) {
  return expiring(db, day)
    .select((eb) => [
      ...(['e.employee_id', 'e.user_id', 'e.first_name', 'e.last_name'] as const),
      ...(['d.document_id', 'd.kind', 'newer.document_id as waiting_id'] as const),
      eb.ref('d.expires_on').$notNull().as('expires_on'),
      eb
        .selectFrom('driver_reminders as r')
        .select((min) => min.fn.min('r.days_before').as('days'))
        .whereRef('r.document_id', '=', 'd.document_id')
        .whereRef('r.expires_on', '=', 'd.expires_on')
        .as('reminded'),
    ])
    .orderBy('d.expires_on')
    .orderBy('d.document_id')
    .execute();
}

export type ExpiringDocument = Awaited<ReturnType<typeof selectExpiring>>[number];

/** Claims reminders; returns the documents whose reminder no other node has claimed. */
export async function claimReminders(
  tx: Db,
  rows: readonly { document_id: number; expires_on: string; days_before: number }[],
  now: string,
): Promise<Set<number>> {
  const claimed = await tx
    .insertInto('driver_reminders')
    .values(rows.map((row) => ({ ...row, sent_at: now })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('document_id')
    .execute();
  return new Set(claimed.map((row) => row.document_id));
}

/** Documents of accounts that were closed before an instant. */
function closedBefore(db: Db, before: string) {
  return db
    .selectFrom('driver_documents as d')
    .innerJoin('employees as e', 'e.employee_id', 'd.employee_id')
    .innerJoin('users as u', 'u.user_id', 'e.user_id')
    .where('u.closed_at', '<', before);
}

export async function countClosedBefore(db: Db, before: string): Promise<number> {
  const { count } = await closedBefore(db, before)
    .select((eb) => eb.fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Deletes documents of accounts that were closed before an instant; returns their files. */
export async function deleteClosedBefore(
  tx: Db,
  before: string,
  limit: number,
): Promise<{ document_id: number; object_key: string }[]> {
  const oldest = closedBefore(tx, before)
    .select('d.document_id')
    .orderBy('d.document_id')
    .limit(limit);
  return tx
    .deleteFrom('driver_documents')
    .where('document_id', 'in', oldest)
    .returning(['document_id', 'object_key'])
    .execute();
}
