import type { Db } from '../../database/open.ts';

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

export async function endSession(tx: Db, jti: string, now: string): Promise<void> {
  await tx.updateTable('sessions').set({ ended_at: now }).where('jti', '=', jti).execute();
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
