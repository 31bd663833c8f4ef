import type { Selectable } from 'kysely';
import { newestFirst } from '../../database/expressions.ts';
import { selectForUpdate } from '../../database/locks.ts';
import type { Db } from '../../database/open.ts';
import type { DamagesTable } from '../../database/tables/damages.ts';
import type { EmployeesTable } from '../../database/tables/users.ts';
import type { Cursor } from '../../platform/http/lists.ts';

/** A damage with the name and the account of its employee. */
export type DamageRow = Selectable<DamagesTable> &
  Pick<Selectable<EmployeesTable>, 'first_name' | 'last_name' | 'user_id'>;

function selectWithEmployee(db: Db) {
  return db
    .selectFrom('damages')
    .innerJoin('employees', 'employees.employee_id', 'damages.employee_id')
    .selectAll('damages')
    .select(['employees.first_name', 'employees.last_name', 'employees.user_id']);
}

/** Damages of one employee, of a user's employee, or of all, newest date first. */
export async function selectDamages(
  db: Db,
  { employeeId, userId }: { employeeId?: number | undefined; userId?: number },
  before: Cursor | null,
  limit: number,
): Promise<DamageRow[]> {
  let query = newestFirst(selectWithEmployee(db), ['damage_date', 'damage_id'], before, limit);
  if (userId !== undefined) query = query.where('employees.user_id', '=', userId);
  if (employeeId !== undefined) query = query.where('damages.employee_id', '=', employeeId);
  return query.execute();
}

export async function selectDamagesBetween(db: Db, from: string, to: string): Promise<DamageRow[]> {
  return selectWithEmployee(db)
    .where('damage_date', '>=', from)
    .where('damage_date', '<=', to)
    .execute();
}

/** Returns a damage that the transaction has written. */
export async function selectDamage(tx: Db, id: number): Promise<DamageRow> {
  return selectWithEmployee(tx).where('damage_id', '=', id).executeTakeFirstOrThrow();
}

/** Returns a damage, locked with its claim until the transaction ends. */
export async function selectDamageForUpdate(tx: Db, id: number): Promise<DamageRow | undefined> {
  await selectForUpdate(tx, 'damages', 'damage_id', id);
  return selectWithEmployee(tx).where('damage_id', '=', id).executeTakeFirst();
}
