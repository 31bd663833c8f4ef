import type { Db } from '../../database/open.ts';
import type { UserRow } from '../../database/tables.ts';

/** The open account of a username key. */
export async function findOpenUser(db: Db, usernameKey: string): Promise<UserRow | undefined> {
  return db
    .selectFrom('users')
    .selectAll()
    .where('username_key', '=', usernameKey)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
}

/** Opens a session; false when the account was closed or changed while the password was checked. */
export async function insertSession(
  tx: Db,
  session: { jti: string; userId: number; tokenVersion: number; now: string; expires: string },
): Promise<boolean> {
  const user = await tx
    .selectFrom('users')
    .select('user_id')
    .where('user_id', '=', session.userId)
    .where('token_version', '=', session.tokenVersion)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
  if (!user) return false;
  await tx
    .insertInto('sessions')
    .values({
      jti: session.jti,
      user_id: session.userId,
      token_version: session.tokenVersion,
      created_at: session.now,
      expires_at: session.expires,
      ended_at: null,
    })
    .execute();
  return true;
}

/** Ends one session. */
export async function endSession(tx: Db, jti: string, now: string): Promise<void> {
  await tx.updateTable('sessions').set({ ended_at: now }).where('jti', '=', jti).execute();
}

/** Forgets sessions whose tokens ran out before the instant. */
export async function deleteExpiredSessions(db: Db, before: string): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<', before).execute();
}

export interface NewUser {
  username: string;
  usernameKey: string;
  email: string;
  emailKey: string;
  passwordHash: string;
  role: 'admin' | 'employee';
  now: string;
}

/** Stores an account; a taken name or address breaks its unique index. */
export async function insertUser(tx: Db, user: NewUser): Promise<number> {
  const { user_id } = await tx
    .insertInto('users')
    .values({
      username: user.username,
      username_key: user.usernameKey,
      user_email: user.email,
      email_key: user.emailKey,
      phone_number: '',
      password_hash: user.passwordHash,
      user_role: user.role,
      created_at: user.now,
      closed_at: null,
    })
    .returning('user_id')
    .executeTakeFirstOrThrow();
  return user_id;
}

/** Whether any account was ever made. */
export async function anyUser(db: Db): Promise<boolean> {
  return (await db.selectFrom('users').select('user_id').limit(1).executeTakeFirst()) !== undefined;
}

/** Sets a password and ends all sessions of the account; false when there is no such open account. */
export async function setPassword(
  tx: Db,
  usernameKey: string,
  passwordHash: string,
): Promise<boolean> {
  const rows = await tx
    .updateTable('users')
    .set((eb) => ({
      password_hash: passwordHash,
      token_version: eb('token_version', '+', 1),
      version: eb('version', '+', 1),
    }))
    .where('username_key', '=', usernameKey)
    .where('closed_at', 'is', null)
    .returning('user_id')
    .execute();
  return rows.length > 0;
}

/** The employee that an account is linked to. */
export async function findEmployeeOf(db: Db, userId: number) {
  return db
    .selectFrom('employees')
    .select(['employee_id', 'first_name', 'last_name'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
}
