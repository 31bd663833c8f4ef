import type { Insertable } from 'kysely';
import type { Db } from '../../database/open.ts';
import type { PasswordResetsTable } from '../../database/tables/users.ts';

/** Rows per statement: both databases limit the number of parameters. */
const perStatement = 500;

/** Deletes the unused links of accounts. */
export async function deleteOpenLinks(tx: Db, userIds: readonly number[]): Promise<void> {
  for (let from = 0; from < userIds.length; from += perStatement) {
    await tx
      .deleteFrom('password_resets')
      .where('user_id', 'in', userIds.slice(from, from + perStatement))
      .where('used_at', 'is', null)
      .execute();
  }
}

/** Stores links by the hashes of their codes. */
export async function insertLinks(
  tx: Db,
  links: readonly Omit<Insertable<PasswordResetsTable>, 'used_at'>[],
): Promise<void> {
  for (let from = 0; from < links.length; from += perStatement) {
    const rows = links.slice(from, from + perStatement).map((link) => ({ ...link, used_at: null }));
    await tx.insertInto('password_resets').values(rows).execute();
  }
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
