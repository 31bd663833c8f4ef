import type { Insertable } from 'kysely';
import { countRows } from '../../database/expressions.ts';
import type { Db } from '../../database/open.ts';
import type { UserRow } from '../../database/tables/tables.ts';
import type { UsersTable } from '../../database/tables/users.ts';

/** Ids per statement: both databases limit the number of parameters. */
const perStatement = 500;

function withEmployees(db: Db) {
  return (
    db
      .selectFrom('users')
      .leftJoin('employees', 'employees.user_id', 'users.user_id')
      .leftJoin('password_resets as links', (join) =>
        join
          .onRef('links.user_id', '=', 'users.user_id')
          .on('links.used_at', 'is', null)
          .on('users.first_signed_in_at', 'is', null),
      )
      .leftJoin('users as creators', 'creators.user_id', 'links.made_by')
      .select([
        'users.user_id',
        'users.username',
        'users.user_email',
        'users.phone_number',
        'users.user_role',
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
        'users.first_signed_in_at',
        'links.created_at as link_sent_at',
        'links.expires_at as link_expires_at',
      ])
      // As `findLiveLink` decides it.
      .select((eb) =>
        eb
          .case()
          .when(
            eb.and([
              eb('user_token_version', '=', eb.ref('users.token_version')),
              eb('creator_token_version', '=', eb.ref('creators.token_version')),
            ]),
          )
          .then(1)
          .else(0)
          .end()
          .as('link_is_valid'),
      )
      .where('users.closed_at', 'is', null)
  );
}

/** Open accounts with their employees, in the order of their creation: all, or those with higher ids. */
export async function selectUsers(db: Db, page?: { after: number; limit: number }) {
  const all = withEmployees(db).orderBy('users.user_id');
  if (!page) return all.execute();
  return all.where('users.user_id', '>', page.after).limit(page.limit).execute();
}

/** An open account with its employee. */
export async function selectUser(db: Db, id: number) {
  return withEmployees(db).where('users.user_id', '=', id).executeTakeFirst();
}

/** By what the closed accounts were found. */
export async function selectClosedKeys(db: Db) {
  return db
    .selectFrom('users')
    .select(['username_key', 'email_key'])
    .where('closed_at', 'is not', null)
    .execute();
}

/** The open admins, with the fields that employees may see. */
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

/** Whether any account has ever been created. */
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
 * Locks the open admins until the transaction ends, so that two admins can't remove each other, and returns their ids,
 * in this order. A transaction that locks an account for an admin locks these first: both orders prevent deadlocks.
 */
export async function getOpenAdminsForUpdate(tx: Db): Promise<number[]> {
  const rows = await tx
    .selectFrom('users')
    .select('user_id')
    .where('user_role', '=', 'admin')
    .where('closed_at', 'is', null)
    .orderBy('user_id')
    // Not `for update`: rows that only reference an admin needn't wait.
    .forNoKeyUpdate()
    .execute();
  return rows.map((row) => row.user_id);
}

/** An open account. */
export async function selectAccount(
  db: Db,
  column: 'user_id' | 'username_key',
  value: number | string,
): Promise<UserRow | undefined> {
  return db
    .selectFrom('users')
    .selectAll()
    .where(column, '=', value)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
}

/** 1 when someone else chose the password of an open account, otherwise 0. */
export function countPasswordChangeDue(db: Db, userId: number) {
  return countRows(
    db
      .selectFrom('users')
      .where('user_id', '=', userId)
      .where('closed_at', 'is', null)
      .where('password_change_due', '=', 1),
  );
}

/** An open account, locked until the transaction ends. */
export async function getAccountForUpdate(tx: Db, id: number): Promise<UserRow | undefined> {
  return tx
    .selectFrom('users')
    .selectAll()
    .where('user_id', '=', id)
    .where('closed_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Those of the accounts that are open and never signed in, locked until the transaction ends. */
export async function getUnusedAccountsForUpdate(
  tx: Db,
  ids: readonly number[],
): Promise<UserRow[]> {
  const found: UserRow[] = [];
  for (let from = 0; from < ids.length; from += perStatement) {
    const rows = await tx
      .selectFrom('users')
      .selectAll()
      .where('user_id', 'in', ids.slice(from, from + perStatement))
      .where('closed_at', 'is', null)
      .where('first_signed_in_at', 'is', null)
      .forNoKeyUpdate()
      .execute();
    found.push(...rows);
  }
  return found;
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
    | 'password_change_due'
    | 'closed_at'
  >
>;

/** Writes the columns, raises the version and returns the account; `endTokens` voids every token so far. */
export async function updateAccount(
  tx: Db,
  id: number,
  columns: UserColumns,
  endTokens: boolean,
): Promise<UserRow> {
  return tx
    .updateTable('users')
    .set((eb) => ({
      ...columns,
      version: eb('version', '+', 1),
      token_version: eb('token_version', '+', endTokens ? 1 : 0),
    }))
    .where('user_id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Ends the addresses of a user's calendar feed; returns the revision of the next one. */
export async function raiseCalendarRevision(tx: Db, userId: number, at: string): Promise<number> {
  const { revision } = await tx
    .insertInto('time_off_calendars')
    .values({ user_id: userId, revision: 2, created_at: at })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet((eb) => ({ revision: eb('time_off_calendars.revision', '+', 1) })),
    )
    .returning('revision')
    .executeTakeFirstOrThrow();
  return revision;
}
