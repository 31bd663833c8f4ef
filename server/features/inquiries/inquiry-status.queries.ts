import type { Db } from '../../database/open.ts';
import type { InquiryRow } from '../../database/tables/tables.ts';

export async function selectInquiry(db: Db, id: number): Promise<InquiryRow | undefined> {
  return db.selectFrom('inquiries').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Sets what a customer changes. The version stays: it isn't what the office edits. */
export async function changeUnnoticed(
  tx: Db,
  id: number,
  change: Partial<Pick<InquiryRow, 'unread' | 'number_of_vehicles'>>,
): Promise<void> {
  await tx.updateTable('inquiries').set(change).where('id', '=', id).execute();
}
