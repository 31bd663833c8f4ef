import type { Db } from '../../database/open.ts';
import type { UserRow } from '../../database/tables/tables.ts';

/** An open account. */
export async function findOpenAccount(db: Db, userId: number): Promise<UserRow | undefined> {
  return db
    .selectFrom('users')
    .selectAll()
    .where('user_id', '=', userId)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
}

/** An open account, held against other writers until the transaction ends. */
export async function selectOpenAccountForUpdate(
  tx: Db,
  userId: number,
): Promise<UserRow | undefined> {
  return tx
    .updateTable('users')
    .set((eb) => ({ version: eb.ref('version') }))
    .where('user_id', '=', userId)
    .where('closed_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

/** The id of the open account with that name. */
export async function findAccountByName(db: Db, key: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('users')
    .select('user_id')
    .where('username_key', '=', key)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
  return row?.user_id;
}

/** Writes a password; no token given out so far counts any more. Answers the account as it is then. */
export async function writePassword(
  tx: Db,
  userId: number,
  password_hash: string,
): Promise<UserRow> {
  return tx
    .updateTable('users')
    .set((eb) => ({
      password_hash,
      token_version: eb('token_version', '+', 1),
      version: eb('version', '+', 1),
    }))
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Takes away an account's links that were not used. */
export async function deleteOpenLinks(tx: Db, userId: number): Promise<void> {
  await tx
    .deleteFrom('password_resets')
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute();
}

/** Stores a link by the hash of its code. */
export async function insertLink(
  tx: Db,
  link: { hash: string; userId: number; madeBy: number; now: string; expires: string },
): Promise<void> {
  await tx
    .insertInto('password_resets')
    .values({
      code_hash: link.hash,
      user_id: link.userId,
      made_by: link.madeBy,
      created_at: link.now,
      expires_at: link.expires,
      used_at: null,
    })
    .execute();
}

/** Whose link it is and until when, while it works. */
export async function findLiveLink(
  db: Db,
  hash: string,
  now: string,
): Promise<{ user_id: number; expires_at: string } | undefined> {
  return db
    .selectFrom('password_resets')
    .innerJoin('users', 'users.user_id', 'password_resets.user_id')
    .select(['users.user_id', 'password_resets.expires_at'])
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where('users.closed_at', 'is', null)
    .executeTakeFirst();
}

/** Uses a link up; false when it works no more. */
export async function consumeLink(tx: Db, hash: string, now: string): Promise<boolean> {
  const rows = await tx
    .updateTable('password_resets')
    .set({ used_at: now })
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('user_id')
    .execute();
  return rows.length > 0;
}
