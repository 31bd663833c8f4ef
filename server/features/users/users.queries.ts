import type { Insertable } from 'kysely';
import type { Db, Engine } from '../../database/open.ts';
import type { UserRow } from '../../database/tables/tables.ts';
import type { UsersTable } from '../../database/tables/users.ts';

function withEmployees(db: Db) {
  return db
    .selectFrom('users')
    .leftJoin('employees', 'employees.user_id', 'users.user_id')
    .select([
      'users.user_id',
      'username',
      'user_email',
      'phone_number',
      'user_role',
      'employee_id',
      'first_name',
      'last_name',
      'department',
      'position',
      'hire_date',
      'payroll_number',
      'pto_hundredths',
      'work_hundredths',
      'users.version',
      'employees.version as employee_version',
    ])
    .where('closed_at', 'is', null);
}

/** Open accounts with their employees, in the order in which they were made. */
export async function selectUsers(db: Db) {
  return withEmployees(db).orderBy('users.user_id').execute();
}

/** One open account with its employee. */
export async function selectUser(db: Db, id: number) {
  return withEmployees(db).where('users.user_id', '=', id).executeTakeFirst();
}

/** The admins as an employee may know them. */
export async function selectAdminNames(db: Db) {
  return db
    .selectFrom('users')
    .leftJoin('employees', 'employees.user_id', 'users.user_id')
    .select(['users.user_id', 'username', 'first_name', 'last_name', 'user_role'])
    .where('closed_at', 'is', null)
    .where('user_role', '=', 'admin')
    .orderBy('users.user_id')
    .execute();
}

/** Whether any account was ever made. */
export async function anyUser(db: Db): Promise<boolean> {
  return (await db.selectFrom('users').select('user_id').limit(1).executeTakeFirst()) !== undefined;
}

/** Stores an account; a taken name or address breaks its unique index. */
export async function insertUser(
  tx: Db,
  user: Omit<Insertable<UsersTable>, 'user_id' | 'token_version' | 'version' | 'closed_at'>,
): Promise<number> {
  const { user_id } = await tx
    .insertInto('users')
    .values({ ...user, closed_at: null })
    .returning('user_id')
    .executeTakeFirstOrThrow();
  return user_id;
}

/**
 * The open admins, held until the transaction ends: whoever else takes one away waits, and sees what is left.
 * In the order of their ids, so that two never hold what the other waits for.
 */
export async function selectOpenAdminsForUpdate(tx: Db, engine: Engine): Promise<number[]> {
  const query = tx
    .selectFrom('users')
    .select('user_id')
    .where('user_role', '=', 'admin')
    .where('closed_at', 'is', null)
    .orderBy('user_id');
  // SQLite has one writer at a time. Not `for update`: rows that only point to an admin need not wait.
  const rows = await (engine === 'postgres' ? query.forNoKeyUpdate() : query).execute();
  return rows.map((row) => row.user_id);
}

/** An open account, held against other writers until the transaction ends. */
export async function selectUserForUpdate(tx: Db, id: number): Promise<UserRow | undefined> {
  return tx
    .updateTable('users')
    .set((eb) => ({ version: eb.ref('version') }))
    .where('user_id', '=', id)
    .where('closed_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

export type UserColumns = Partial<
  Pick<
    UserRow,
    | 'username'
    | 'username_key'
    | 'user_email'
    | 'email_key'
    | 'phone_number'
    | 'user_role'
    | 'password_hash'
    | 'closed_at'
  >
>;

/** Writes the columns and raises the version; `endTokens`: no token given out so far counts any more. */
export async function changeUser(
  tx: Db,
  id: number,
  columns: UserColumns,
  endTokens: boolean,
): Promise<void> {
  await tx
    .updateTable('users')
    .set((eb) => ({
      ...columns,
      version: eb('version', '+', 1),
      token_version: eb('token_version', '+', endTokens ? 1 : 0),
    }))
    .where('user_id', '=', id)
    .execute();
}
