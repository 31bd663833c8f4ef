import type { Language } from '#contract/text/languages.ts';
import type { Db } from '../../database/open.ts';
import { type OpenAt, seenSince } from '../../platform/accounts/sessions.queries.ts';

/** Opens a session; false when the account was closed or changed while the password was checked. */
export async function insertSession(
  tx: Db,
  session: {
    jti: string;
    userId: number;
    tokenVersion: number;
    now: string;
    expires: string;
    device: string;
    ip: string;
  },
): Promise<boolean> {
  const user = await tx
    .selectFrom('users')
    .select('first_signed_in_at')
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
      device: session.device,
      ip: session.ip,
      last_seen_at: session.now,
    })
    .execute();
  if (user.first_signed_in_at === null) {
    await tx
      .updateTable('users')
      .set({ first_signed_in_at: session.now })
      .where('user_id', '=', session.userId)
      .where('first_signed_in_at', 'is', null)
      .execute();
  }
  return true;
}

/** The open sessions of an account, newest first. */
export async function selectOpenSessionsOf(db: Db, userId: number, { now, idleSince }: OpenAt) {
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.user_id', 'sessions.user_id')
    .select(['jti', 'sessions.created_at', 'last_seen_at', 'device', 'ip'])
    .where('sessions.user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .whereRef('sessions.token_version', '=', 'users.token_version')
    .where(seenSince(idleSince))
    .orderBy('sessions.created_at', 'desc')
    .orderBy('jti')
    .execute();
}

/** Ends a session; returns whether it was open. */
export async function endSession(tx: Db, jti: string, now: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('sessions')
    .set({ ended_at: now })
    .where('jti', '=', jti)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Deletes the sessions that expired before an instant. */
export async function deleteExpiredSessions(db: Db, before: string): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<', before).execute();
}

/** The employee that an account is linked to. */
export async function findEmployeeOf(db: Db, userId: number) {
  return db
    .selectFrom('employees')
    .select(['employee_id', 'first_name', 'last_name'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

/** The language of what a user is sent; null until one is chosen. */
export async function selectLanguage(db: Db, userId: number): Promise<Language | null> {
  const user = await db
    .selectFrom('users')
    .select('language')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return user?.language ?? null;
}

/** Sets a user's language; returns whether it changed. */
export async function updateLanguage(tx: Db, userId: number, language: Language): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ language })
    .where('user_id', '=', userId)
    .where((eb) => eb.or([eb('language', 'is', null), eb('language', '!=', language)]))
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
