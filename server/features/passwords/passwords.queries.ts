import type { Insertable } from 'kysely';
import type { Db } from '../../database/open.ts';
import type { PasswordResetsTable } from '../../database/tables/users.ts';

/** Deletes an account's unused links. */
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
  link: Omit<Insertable<PasswordResetsTable>, 'used_at'>,
): Promise<void> {
  await tx
    .insertInto('password_resets')
    .values({ ...link, used_at: null })
    .execute();
}

/**
 * The account of a working link, and when it expires. A new password, a new role or closing, of the account or of the
 * link's creator, raises a token version and so ends the link.
 */
export async function findLiveLink(
  db: Db,
  hash: string,
  now: string,
): Promise<{ user_id: number; expires_at: string } | undefined> {
  return db
    .selectFrom('password_resets')
    .innerJoin('users', 'users.user_id', 'password_resets.user_id')
    .leftJoin('users as creators', 'creators.user_id', 'password_resets.made_by')
    .select(['users.user_id', 'password_resets.expires_at'])
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where('users.closed_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('user_token_version', 'is', null),
        eb('user_token_version', '=', eb.ref('users.token_version')),
      ]),
    )
    .where((eb) =>
      eb.or([
        eb('creator_token_version', 'is', null),
        eb('creator_token_version', '=', eb.ref('creators.token_version')),
      ]),
    )
    .executeTakeFirst();
}

/** Marks a link as used; false when it is no longer valid. */
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
