import type { Db } from '../../database/open.ts';

/** The secret of an account, confirmed or not. */
export async function selectTotp(db: Db, userId: number) {
  return db.selectFrom('totp_secrets').selectAll().where('user_id', '=', userId).executeTakeFirst();
}

/** Stores an unconfirmed secret in place of an earlier one; false when the account has a confirmed one. */
export async function putUnconfirmed(
  tx: Db,
  row: { user_id: number; secret: string; created_at: string },
): Promise<boolean> {
  const { secret, created_at } = row;
  const stored = await tx
    .insertInto('totp_secrets')
    .values({ ...row, confirmed_at: null })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ secret, created_at })
        .where('totp_secrets.confirmed_at', 'is', null),
    )
    .returning('user_id')
    .executeTakeFirst();
  return stored !== undefined;
}

/** Makes the secret count; `step` is that of the code which confirmed it. */
export async function setConfirmed(
  tx: Db,
  userId: number,
  step: number,
  now: string,
): Promise<void> {
  await tx
    .updateTable('totp_secrets')
    .set({ confirmed_at: now, last_step: step })
    .where('user_id', '=', userId)
    .execute();
}

/** Uses up the code of a step and all earlier ones; false when it was used already. */
export async function consumeStep(tx: Db, userId: number, step: number): Promise<boolean> {
  const used = await tx
    .updateTable('totp_secrets')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .where('last_step', '<', step)
    .returning('user_id')
    .executeTakeFirst();
  return used !== undefined;
}

/** Deletes the secret; false when there was no confirmed one. */
export async function deleteTotp(tx: Db, userId: number): Promise<boolean> {
  const gone = await tx
    .deleteFrom('totp_secrets')
    .where('user_id', '=', userId)
    .returning('confirmed_at')
    .executeTakeFirst();
  return gone !== undefined && gone.confirmed_at !== null;
}
