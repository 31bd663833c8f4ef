import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { damages as messages } from '#contract/messages/damages.ts';
import { jsonLine } from '../../database/expressions.ts';
import { preparedLines } from '../../database/json-lines.ts';
import { selectForUpdate } from '../../database/locks.ts';
import type { Db } from '../../database/open.ts';
import type { DamagesTable } from '../../database/tables/damages.ts';

type Row = Selectable<DamagesTable>;
export type DamageRow = Row & { first_name: string; last_name: string };
export type DamageColumns = Omit<Insertable<DamagesTable>, 'damage_id' | 'version' | 'created_at'>;

/** Of one employee, of a user's employee, or of all; those after `at` and `id`, if given. */
export interface DamagesAsked {
  employeeId?: number | undefined;
  userId?: number | undefined;
  limit: number;
  at?: string | undefined;
  id?: number | undefined;
}

function selectWithEmployee(db: Db) {
  return db
    .selectFrom('damages')
    .innerJoin('employees', 'employees.employee_id', 'damages.employee_id')
    .selectAll('damages')
    .select(['employees.first_name', 'employees.last_name']);
}

/**
 * Lists damages as JSON, newest date first.
 * The database writes the JSON: row objects took most of the time of a long list.
 */
export const selectDamages = preparedLines((db, asked: DamagesAsked) => {
  const { employeeId, userId, limit, at, id } = asked;
  const name = sql`trim(employees.first_name || ' ' || employees.last_name)`;
  const json = jsonLine(db, {
    damage_id: [sql.ref('damage_id'), 'raw'],
    employee_id: [sql.ref('damages.employee_id'), 'raw'],
    driver_name: [sql.ref('driver_name'), 'text'],
    damage_date: [sql.ref('damage_date'), 'plain'],
    damage_amount: [sql.ref('amount_cents'), 'cents'],
    damage_description: [sql.ref('damage_description'), 'text'],
    employee_name: [
      sql`coalesce(nullif(${name}, ''), ${sql.lit(messages.unknownEmployee)})`,
      'text',
    ],
    version: [sql.ref('damages.version'), 'raw'],
  });
  let query = db
    .selectFrom('damages')
    .innerJoin('employees', 'employees.employee_id', 'damages.employee_id')
    .select(json.as('json'))
    .orderBy('damage_date', 'desc')
    .orderBy('damage_id', 'desc')
    .limit(limit);
  if (userId) query = query.where('employees.user_id', '=', userId);
  if (employeeId) query = query.where('damages.employee_id', '=', employeeId);
  if (at && id) {
    query = query.where((eb) => eb(eb.refTuple('damage_date', 'damage_id'), '<', eb.tuple(at, id)));
  }
  return query;
});

/** Returns a damage, locked until the transaction ends. */
export async function selectDamageForUpdate(tx: Db, id: number): Promise<DamageRow | undefined> {
  await selectForUpdate(tx, 'damages', 'damage_id', id);
  return selectWithEmployee(tx).where('damage_id', '=', id).executeTakeFirst();
}

/** Returns an employee's account, locked against deletion until the transaction ends. */
export async function selectEmployeeForShare(
  tx: Db,
  id: number,
): Promise<{ user_id: number | null } | undefined> {
  return tx
    .selectFrom('employees')
    .select('user_id')
    .where('employee_id', '=', id)
    .forKeyShare()
    .executeTakeFirst();
}

export async function insertDamage(tx: Db, row: Insertable<DamagesTable>): Promise<number> {
  const query = tx.insertInto('damages').values(row).returning('damage_id');
  return (await query.executeTakeFirstOrThrow()).damage_id;
}

/** Sets the columns and raises the version. */
export async function updateDamageRow(
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

/** The stored photos of a damage's claim. */
export async function selectPhotoKeys(tx: Db, id: number): Promise<string[]> {
  const photos = tx.selectFrom('claim_photos').select('object_key').where('damage_id', '=', id);
  return (await photos.execute()).map(({ object_key }) => object_key);
}

/** Deletes a damage with its claim. Returns the deleted row; undefined when there was none. */
export async function deleteDamageRow(tx: Db, id: number): Promise<Row | undefined> {
  return tx.deleteFrom('damages').where('damage_id', '=', id).returningAll().executeTakeFirst();
}
