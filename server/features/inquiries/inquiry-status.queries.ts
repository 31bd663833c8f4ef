import type { Vin } from '#contract/rules/vins.ts';
import type { Db } from '../../database/open.ts';
import type { InquiryRow } from '../../database/tables/tables.ts';

export async function selectInquiry(db: Db, id: number): Promise<InquiryRow | undefined> {
  return db.selectFrom('inquiries').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function selectVins(db: Db, inquiryId: number) {
  const rows = await db
    .selectFrom('inquiry_vins')
    .select(['vin', 'is_valid', 'year'])
    .where('inquiry_id', '=', inquiryId)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...row, is_valid: row.is_valid === 1 }));
}

/** Adds VINs to an inquiry; one that it has already stays. */
export async function insertVins(tx: Db, inquiryId: number, vins: readonly Vin[]): Promise<void> {
  if (vins.length === 0) return;
  const rows = vins.map(({ vin, is_valid, year }) => ({
    ...{ inquiry_id: inquiryId, vin, year },
    is_valid: is_valid ? 1 : 0,
  }));
  await tx
    .insertInto('inquiry_vins')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['inquiry_id', 'vin']).doNothing())
    .execute();
}

/** Counts a message that no admin has seen. The version stays: it doesn't change what the office edits. */
export async function countUnread(tx: Db, id: number): Promise<void> {
  await tx
    .updateTable('inquiries')
    .set((eb) => ({ unread: eb('unread', '+', 1) }))
    .where('id', '=', id)
    .execute();
}
