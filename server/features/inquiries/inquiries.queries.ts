import { type Insertable, sql } from 'kysely';
import { countRows, isAmong, newestFirst } from '../../database/expressions.ts';
import type { Db } from '../../database/open.ts';
import type { InquiriesTable, InquiryNotesTable } from '../../database/tables/inquiries.ts';
import type { InquiryRow } from '../../database/tables/tables.ts';
import type { Cursor } from '../../platform/http/lists.ts';

export type NewInquiry = Omit<Insertable<InquiriesTable>, 'id' | 'version' | 'status' | 'note'>;

/** Inserts an inquiry and returns its id. The reference must be unique. */
export async function insertInquiry(tx: Db, inquiry: NewInquiry): Promise<number> {
  const { id } = await tx
    .insertInto('inquiries')
    .values({ ...inquiry, status: 'new', note: '' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Inquiries, newest first. */
export async function selectInquiries(
  db: Db,
  before: Cursor | null,
  limit: number,
): Promise<InquiryRow[]> {
  const query = db.selectFrom('inquiries').selectAll();
  return newestFirst(query, ['created_at', 'id'], before, limit).execute();
}

/** Adds a note, or with a `kind` what the sender wrote or what happened, to the timeline. */
export async function insertNote(tx: Db, note: Insertable<InquiryNotesTable>): Promise<void> {
  await tx.insertInto('inquiry_notes').values(note).execute();
}

/** Returns the inquiries' notes with their authors' names, oldest first. */
export async function selectNotes(db: Db, inquiryIds: readonly number[]) {
  return db
    .selectFrom('inquiry_notes as n')
    .leftJoin('users as u', 'u.user_id', 'n.author_id')
    .leftJoin('employees as e', 'e.user_id', 'n.author_id')
    .select(['n.id', 'n.inquiry_id', 'n.text', 'n.created_at', 'n.sender'])
    .select(['u.username', 'e.first_name', 'e.last_name'])
    .where(isAmong(db, 'n.inquiry_id', inquiryIds))
    .where('n.kind', 'in', ['note', 'customer'])
    .orderBy('n.id')
    .execute();
}

/** Counts new inquiries; with `instant` those that arrived by then. */
export function countNewInquiries(db: Db, instant?: string) {
  // A literal: with a parameter the partial index is not used.
  const query = db.selectFrom('inquiries').where('status', '=', sql.lit('new'));
  return countRows(instant === undefined ? query : query.where('created_at', '<=', instant));
}
