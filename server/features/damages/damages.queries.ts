import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Db, Engine } from '../../database/open.ts';
import type { DamagesTable } from '../../database/tables-people.ts';

export type DamageRow = Selectable<DamagesTable> & { first_name: string; last_name: string };

/** Whose damages are read: everybody's, one employee's, or those of the employee that a user is. */
export type Whose = { employeeId?: number | undefined } | { userId: number };

function withEmployee(db: Db) {
  return db
    .selectFrom('damages')
    .innerJoin('employees', 'employees.employee_id', 'damages.employee_id')
    .selectAll('damages')
    .select(['employees.first_name', 'employees.last_name']);
}

/** Damages, newest date first; those after `before` when it is given. */
export async function selectDamages(
  db: Db,
  whose: Whose,
  limit: number | undefined,
  before: { at: string; id: number } | null,
): Promise<DamageRow[]> {
  let query = withEmployee(db).orderBy('damage_date', 'desc').orderBy('damage_id', 'desc');
  if ('userId' in whose) {
    query = query.where('employees.user_id', '=', whose.userId);
  } else if (whose.employeeId !== undefined) {
    query = query.where('damages.employee_id', '=', whose.employeeId);
  }
  if (before) {
    query = query.where((eb) =>
      eb(eb.refTuple('damage_date', 'damage_id'), '<', eb.tuple(before.at, before.id)),
    );
  }
  if (limit !== undefined) query = query.limit(limit);
  return query.execute();
}

/** One damage, held against other writers until the transaction ends. */
export async function lockDamage(tx: Db, id: number): Promise<DamageRow | undefined> {
  // A write that changes nothing holds the row on both databases.
  await tx
    .updateTable('damages')
    .set((eb) => ({ version: eb.ref('version') }))
    .where('damage_id', '=', id)
    .execute();
  return withEmployee(tx).where('damage_id', '=', id).executeTakeFirst();
}

/** Whether there is such an employee, held until the end of the transaction. */
export async function holdEmployee(tx: Db, engine: Engine, id: number): Promise<boolean> {
  const query = tx.selectFrom('employees').select('employee_id').where('employee_id', '=', id);
  // SQLite has one writer at a time; on PostgreSQL the employee could go before the damage comes.
  const held = engine === 'postgres' ? query.forKeyShare() : query;
  return (await held.executeTakeFirst()) !== undefined;
}

/** Stores a damage. */
export async function insertDamage(tx: Db, row: Insertable<DamagesTable>): Promise<number> {
  const { damage_id } = await tx
    .insertInto('damages')
    .values(row)
    .returning('damage_id')
    .executeTakeFirstOrThrow();
  return damage_id;
}

/** Writes what is set and raises the version. */
export async function changeDamage(
  tx: Db,
  id: number,
  change: Updateable<DamagesTable>,
): Promise<void> {
  await tx
    .updateTable('damages')
    .set((eb) => ({ ...change, version: eb('version', '+', 1) }))
    .where('damage_id', '=', id)
    .execute();
}

/** Takes a damage away and answers what it was; undefined when it is gone already. */
export async function removeDamage(
  tx: Db,
  id: number,
): Promise<Selectable<DamagesTable> | undefined> {
  return tx.deleteFrom('damages').where('damage_id', '=', id).returningAll().executeTakeFirst();
}
