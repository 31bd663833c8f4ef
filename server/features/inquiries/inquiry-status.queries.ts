import type { Db } from '../../database/open.ts';
import type { InquiryRow } from '../../database/tables/tables.ts';

export async function selectInquiry(db: Db, id: number): Promise<InquiryRow | undefined> {
  return db.selectFrom('inquiries').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Counts a message that no admin has seen. The version stays: it doesn't change what the office edits. */
export async function countUnread(tx: Db, id: number): Promise<void> {
  await tx
    .updateTable('inquiries')
    .set((eb) => ({ unread: eb('unread', '+', 1) }))
    .where('id', '=', id)
    .execute();
}
