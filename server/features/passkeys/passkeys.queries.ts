import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../../database/open.ts';
import type {
  PasskeyChallengesTable,
  PasskeysTable,
} from '../../database/tables/second-factors.ts';

export type PasskeyRow = Selectable<PasskeysTable>;

/** An account's passkeys, newest first. */
export async function selectPasskeys(db: Db, userId: number): Promise<PasskeyRow[]> {
  return db
    .selectFrom('passkeys')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .execute();
}

/** A passkey of an open account, by the id that its authenticator gave it. */
export async function findPasskey(db: Db, credentialId: string): Promise<PasskeyRow | undefined> {
  return db
    .selectFrom('passkeys')
    .innerJoin('users', 'users.user_id', 'passkeys.user_id')
    .selectAll('passkeys')
    .where('credential_id', '=', credentialId)
    .where('users.closed_at', 'is', null)
    .executeTakeFirst();
}

/** Stores a passkey; a known credential breaks the unique constraint `passkeys_credential`. */
export async function insertPasskey(
  tx: Db,
  passkey: Omit<Insertable<PasskeysTable>, 'last_used_at'>,
): Promise<number> {
  const { id } = await tx
    .insertInto('passkeys')
    .values({ ...passkey, last_used_at: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Deletes a passkey of an account and returns its name; undefined when there is none. */
export async function deletePasskey(
  tx: Db,
  id: number,
  userId: number,
): Promise<string | undefined> {
  const gone = await tx
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('name')
    .executeTakeFirst();
  return gone?.name;
}

/** Records a use; false when the counter shows that another use came first, or the passkey is gone. */
export async function setUsed(
  tx: Db,
  id: number,
  { before, counter, now }: { before: number; counter: number; now: string },
): Promise<boolean> {
  const used = await tx
    .updateTable('passkeys')
    .set({ counter, last_used_at: now })
    .where('id', '=', id)
    .where('counter', '=', before)
    .returning('id')
    .executeTakeFirst();
  return used !== undefined;
}

/** Stores a challenge and deletes the expired ones. */
export async function insertChallenge(
  tx: Db,
  challenge: Insertable<PasskeyChallengesTable>,
  now: string,
): Promise<void> {
  await tx.deleteFrom('passkey_challenges').where('expires_at', '<=', now).execute();
  await tx.insertInto('passkey_challenges').values(challenge).execute();
}

/** Takes a challenge out of the table: whatever follows, it can't be answered again. */
export async function takeChallenge(
  db: Db,
  { challenge, purpose, jti }: Omit<Selectable<PasskeyChallengesTable>, 'expires_at'>,
  now: string,
): Promise<boolean> {
  const taken = await db
    .deleteFrom('passkey_challenges')
    .where('challenge', '=', challenge)
    .where('purpose', '=', purpose)
    .where('jti', '=', jti)
    .where('expires_at', '>', now)
    .returning('challenge')
    .executeTakeFirst();
  return taken !== undefined;
}
