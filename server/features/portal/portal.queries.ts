import type { Db } from '../../database/open.ts';

/** When a person last looked at a room, null for never. */
export async function selectSeen(db: Db, userId: number, room: string): Promise<string | null> {
  const row = await db
    .selectFrom('seen')
    .select('at')
    .where('user_id', '=', userId)
    .where('room', '=', room)
    .executeTakeFirst();
  return row?.at ?? null;
}

/** Notes that a person looks at a room now; a later look is never taken back. */
export async function noteSeen(tx: Db, userId: number, room: string, at: string): Promise<void> {
  await tx
    .insertInto('seen')
    .values({ user_id: userId, room, at })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'room']).doUpdateSet({ at }).where('seen.at', '<', at),
    )
    .execute();
}
