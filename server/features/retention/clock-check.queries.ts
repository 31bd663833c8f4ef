import type { Db } from '../../database/open.ts';

const name = 'clock';

/** Why nothing old is deleted: the clock says `to`, but `from` was expected, last seen or of the newest record. */
export interface ClockDoubt {
  kind: 'jump' | 'stop' | 'idle';
  from: string;
  to: string;
}

/** What is known about the clock, on all nodes. */
export interface ClockState {
  /** When a sweep last passed. */
  seen: string | null;
  /** When an admin last confirmed the clock. */
  confirmed: string | null;
  doubt: ClockDoubt | null;
}

const unknown: ClockState = { seen: null, confirmed: null, doubt: null };

export async function selectClock(db: Db): Promise<ClockState> {
  const row = await db
    .selectFrom('installation_state')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst();
  return row ? (JSON.parse(row.value) as ClockState) : unknown;
}

/** Locks the state until the transaction ends. */
export async function selectClockForUpdate(tx: Db): Promise<ClockState> {
  const { value } = await tx
    .insertInto('installation_state')
    .values({ name, value: JSON.stringify(unknown) })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((eb) => ({ value: eb.ref('installation_state.value') })),
    )
    .returning('value')
    .executeTakeFirstOrThrow();
  return JSON.parse(value) as ClockState;
}

export async function updateClock(tx: Db, state: ClockState): Promise<void> {
  await tx
    .updateTable('installation_state')
    .set({ value: JSON.stringify(state) })
    .where('name', '=', name)
    .execute();
}

/** When someone last did something. Entries of the server itself prove nothing: it writes them by the same clock. */
export async function selectNewestDeed(db: Db): Promise<string | null> {
  const row = await db
    .selectFrom('audit')
    .select('at')
    .where((eb) => eb.or([eb('user_id', 'is not', null), eb('ip', '<>', '')]))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.at ?? null;
}
