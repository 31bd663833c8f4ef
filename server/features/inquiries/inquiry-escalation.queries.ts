import { sql } from 'kysely';
import type { Db } from '../../database/open.ts';

/** Up to `limit` inquiries that are overdue and not escalated for that, without possible spam; `day` '' is no day. */
export async function selectOverdue(
  tx: Db,
  { at, day }: { at: string; day: string },
  limit: number,
) {
  return tx
    .selectFrom('inquiries')
    .select(['id', 'reference', 'status', 'created_at', 'company_name', 'contact_person'])
    .select(['phone_number', 'email_address', 'owner_id', 'next_step', 'next_step_on', 'due_at'])
    .where(({ or, and, eb }) =>
      or([
        and([
          eb('due_at', '<', at),
          eb('status', '=', 'new'),
          or([eb('escalated_for', 'is', null), eb('escalated_for', '<', eb.ref('due_at'))]),
        ]),
        and([
          eb('next_step_on', '<', day),
          eb('status', 'not in', ['won', 'lost']),
          or([eb('escalated_for', 'is', null), eb('escalated_for', '<', eb.ref('next_step_on'))]),
        ]),
      ]),
    )
    .where('flagged', '=', 0)
    .orderBy('id')
    .limit(limit)
    .execute();
}
export type OverdueInquiry = Awaited<ReturnType<typeof selectOverdue>>[number];

/** Notes that somebody was reminded of what is overdue since then; false when another node was first. */
export async function claimEscalation(tx: Db, id: number, since: string): Promise<boolean> {
  const row = await tx
    .updateTable('inquiries')
    .set({ escalated_for: since })
    .where('id', '=', id)
    .where(({ or, eb }) => or([eb('escalated_for', 'is', null), eb('escalated_for', '<', since)]))
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Up to `limit` new inquiries without a due time: of an earlier release, which may still run on another node. */
export async function selectWithoutDue(tx: Db, limit: number) {
  return (
    tx
      .selectFrom('inquiries')
      .select(['id', 'created_at'])
      // A literal: with a parameter the partial index is not used.
      .where('status', '=', sql.lit('new'))
      .where('due_at', 'is', null)
      .limit(limit)
      .execute()
  );
}

export async function setDue(
  tx: Db,
  id: number,
  due: { due_at: string; escalated_for?: string },
): Promise<void> {
  await tx.updateTable('inquiries').set(due).where('id', '=', id).execute();
}
