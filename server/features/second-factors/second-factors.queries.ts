import type { Db } from '../../database/open.ts';

/** Stores recovery codes, by their hashes, in place of all earlier ones. */
export async function replaceCodes(
  tx: Db,
  userId: number,
  hashes: readonly string[],
  now: string,
): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  if (hashes.length === 0) return;
  await tx
    .insertInto('recovery_codes')
    .values(
      hashes.map((code_hash) => ({ user_id: userId, code_hash, created_at: now, used_at: null })),
    )
    .execute();
}

/** Uses up a recovery code; false when it is unknown or was used already. */
export async function consumeCode(
  tx: Db,
  userId: number,
  hash: string,
  now: string,
): Promise<boolean> {
  const used = await tx
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst();
  return used !== undefined;
}

/** The number of unused recovery codes. */
export async function countRecoveryCodes(db: Db, userId: number): Promise<number> {
  const { left } = await db
    .selectFrom('recovery_codes')
    .select((eb) => eb.fn.countAll<number>().as('left'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(left);
}

/** Deletes an account's passkeys, one-time codes and recovery codes. */
export async function deleteAll(tx: Db, userId: number): Promise<void> {
  for (const table of ['passkeys', 'totp_secrets', 'recovery_codes'] as const) {
    await tx.deleteFrom(table).where('user_id', '=', userId).execute();
  }
}

/** Whether the account has a passkey or confirmed one-time codes. */
export async function hasSecondFactor(db: Db, userId: number): Promise<boolean> {
  const { found } = await db
    .selectNoFrom(({ exists, or, selectFrom }) =>
      or([
        exists(selectFrom('passkeys').select('id').where('user_id', '=', userId)),
        exists(
          selectFrom('totp_secrets')
            .select('user_id')
            .where('user_id', '=', userId)
            .where('confirmed_at', 'is not', null),
        ),
      ]).as('found'),
    )
    .executeTakeFirstOrThrow();
  return Boolean(found);
}
