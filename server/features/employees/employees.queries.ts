import type { Db } from '../../database/open.ts';
import type { EmployeeRow } from '../../database/tables/tables.ts';

// Without the employees of closed accounts.
function selectOpen(db: Db) {
  return db
    .selectFrom('employees')
    .leftJoin('users', 'users.user_id', 'employees.user_id')
    .selectAll('employees')
    .where('users.closed_at', 'is', null);
}

/** Employees whose accounts are open and whose ids are higher, in the order of their creation. */
export async function selectEmployees(
  db: Db,
  after: number,
  limit: number,
): Promise<EmployeeRow[]> {
  return selectOpen(db)
    .where('employee_id', '>', after)
    .orderBy('employee_id')
    .limit(limit)
    .execute();
}

/** The employee that an open account is linked to. */
export async function selectEmployeeOf(db: Db, userId: number): Promise<EmployeeRow | undefined> {
  return selectOpen(db).where('employees.user_id', '=', userId).executeTakeFirst();
}

/** One employee whose account is open. */
export async function selectEmployee(db: Db, id: number): Promise<EmployeeRow | undefined> {
  return selectOpen(db).where('employee_id', '=', id).executeTakeFirst();
}

/** The employee by its own id or its account's, locked until the transaction ends. */
export async function selectEmployeeForUpdate(
  tx: Db,
  column: 'employee_id' | 'user_id',
  id: number,
): Promise<EmployeeRow | undefined> {
  return tx
    .selectFrom('employees')
    .selectAll()
    .where(column, '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Whether the account is open; locked against closing until the transaction ends. */
export async function selectOpenUserForShare(tx: Db, id: number): Promise<boolean> {
  const row = await tx
    .selectFrom('users')
    .select('user_id')
    .where('user_id', '=', id)
    .where('closed_at', 'is', null)
    .forShare()
    .executeTakeFirst();
  return row !== undefined;
}
