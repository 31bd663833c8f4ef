import type { Insertable } from 'kysely';
import type { Db } from '../../database/open.ts';
import type { InquiriesTable, InquiryRow } from '../../database/tables.ts';
import type { Cursor } from '../../platform/cursor.ts';

export type NewInquiry = Omit<Insertable<InquiriesTable>, 'id' | 'version' | 'status' | 'note'>;

/** Stores a new inquiry and answers its id; its reference is unique. */
export async function insertInquiry(tx: Db, inquiry: NewInquiry): Promise<number> {
  const { id } = await tx
    .insertInto('inquiries')
    .values({ ...inquiry, status: 'new', note: '' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Inquiries newest first, from after the cursor on. */
export async function selectInquiries(
  db: Db,
  after: Cursor | null,
  count: number | undefined,
): Promise<InquiryRow[]> {
  let query = db
    .selectFrom('inquiries')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc');
  if (after) {
    query = query.where((eb) =>
      eb.or([
        eb('created_at', '<', after.at),
        eb.and([eb('created_at', '=', after.at), eb('id', '<', after.id)]),
      ]),
    );
  }
  if (count !== undefined) query = query.limit(count);
  return query.execute();
}

/** One inquiry, held against other writers until the transaction ends; a write that changes nothing does that on both databases. */
export async function lockInquiry(tx: Db, id: number): Promise<InquiryRow | undefined> {
  return tx
    .updateTable('inquiries')
    .set((eb) => ({ version: eb.ref('version') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

/** Writes status and note and raises the version. */
export async function changeInquiry(
  tx: Db,
  id: number,
  change: Pick<InquiryRow, 'status' | 'note'>,
): Promise<void> {
  await tx
    .updateTable('inquiries')
    .set((eb) => ({ ...change, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

/** How many inquiries have that status. */
export async function countInquiries(db: Db, status: InquiryRow['status']): Promise<number> {
  const { count } = await db
    .selectFrom('inquiries')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('status', '=', status)
    .executeTakeFirstOrThrow();
  return Number(count);
}
