import { type Insertable, sql } from 'kysely';
import { contactFields, shipmentFields } from '#contract/inquiries.ts';
import { today } from '#contract/rules/dates.ts';
import { personName } from '#contract/text/employee-name.ts';
import { accountKey } from '#contract/text/text-fold.ts';
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
    .values({ ...inquiry, email_key: accountKey(inquiry.email_address), status: 'new', note: '' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The columns that replies have; others are the server's own. */
const columns = [
  ...(['id', 'reference', 'status', 'flagged', 'note', 'created_at', 'version'] as const),
  ...(Object.keys(contactFields) as (keyof typeof contactFields)[]),
  ...(Object.keys(shipmentFields) as (keyof typeof shipmentFields)[]),
  ...([
    'owner_id',
    'next_step',
    'next_step_on',
    'due_at',
    'scheduled_on',
    'unread',
    'kind',
  ] as const),
] as const;
export type ListedInquiry = Pick<InquiryRow, (typeof columns)[number]>;

/** Inquiries, newest first. */
export async function selectInquiries(
  db: Db,
  before: Cursor | null,
  limit: number,
): Promise<ListedInquiry[]> {
  const query = db.selectFrom('inquiries').select(columns);
  return newestFirst(query, ['created_at', 'id'], before, limit).execute();
}

export async function selectInquiry(db: Db, id: number): Promise<ListedInquiry | undefined> {
  return db.selectFrom('inquiries').select(columns).where('id', '=', id).executeTakeFirst();
}

/** Adds a note, or with a `kind` what the sender wrote or what happened, to the timeline. */
export async function insertNote(tx: Db, note: Insertable<InquiryNotesTable>): Promise<void> {
  await tx.insertInto('inquiry_notes').values(note).execute();
}

/** The inquiries' timelines with the authors' names, oldest first. */
function timelines(db: Db, inquiryIds: readonly number[]) {
  return db
    .selectFrom('inquiry_notes as n')
    .leftJoin('users as u', 'u.user_id', 'n.author_id')
    .leftJoin('employees as e', 'e.user_id', 'n.author_id')
    .select(['n.id', 'n.inquiry_id', 'n.kind', 'n.sender', 'n.text', 'n.created_at'])
    .select(['u.username', 'e.first_name', 'e.last_name'])
    .where(isAmong(db, 'n.inquiry_id', inquiryIds))
    .orderBy('n.id');
}
export type TimelineRow = Awaited<ReturnType<typeof selectEvents>>[number];

/** Everything that happened to an inquiry. */
export const selectEvents = (db: Db, id: number) => timelines(db, [id]).execute();

/** The inquiries' notes and words of their senders. */
export const selectNotes = (db: Db, inquiryIds: readonly number[]) =>
  timelines(db, inquiryIds).where('n.kind', 'in', ['note', 'customer']).execute();

/** Counts the sender's messages after a note. */
export async function countMessagesAfter(db: Db, id: number, noteId: number): Promise<number> {
  const { count } = await db
    .selectFrom('inquiry_notes')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('inquiry_id', '=', id)
    .where('kind', '=', 'customer')
    .where('id', '>', noteId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function setUnread(tx: Db, id: number, unread: number): Promise<void> {
  await tx.updateTable('inquiries').set({ unread }).where('id', '=', id).execute();
}

/** The names of those of the users who are admins with open accounts, by their ids. */
export async function selectOwners(db: Db, userIds: readonly number[]) {
  const rows = await db
    .selectFrom('users as u')
    .leftJoin('employees as e', 'e.user_id', 'u.user_id')
    .select(['u.user_id', 'u.username', 'e.first_name', 'e.last_name'])
    .where(isAmong(db, 'u.user_id', userIds))
    .where('u.user_role', '=', 'admin')
    .where('u.closed_at', 'is', null)
    .execute();
  return new Map(rows.map((row) => [row.user_id, personName(row)]));
}

/** Takes every inquiry from its owner; returns the ids of those that wait for a decision. */
export async function clearOwner(tx: Db, ownerId: number): Promise<number[]> {
  const rows = await tx
    .updateTable('inquiries')
    .set((eb) => ({ owner_id: null, version: eb('version', '+', 1) }))
    .where('owner_id', '=', ownerId)
    .returning(['id', 'status'])
    .execute();
  return rows.filter(({ status }) => status !== 'won' && status !== 'lost').map(({ id }) => id);
}

/** Counts new inquiries. */
export function countNewInquiries(db: Db) {
  // A literal: with a parameter the partial index is not used.
  return countRows(db.selectFrom('inquiries').where('status', '=', sql.lit('new')));
}

/** Counts inquiries whose first reply is late, or whose next step's day is over. */
export function countOverdueInquiries(db: Db, now: Date) {
  const [instant, day] = [now.toISOString(), today(now)];
  return countRows(
    db
      .selectFrom('inquiries')
      .where(({ or, and, eb }) =>
        or([
          and([eb('due_at', '<', instant), eb('status', '=', 'new')]),
          and([eb('next_step_on', '<', day), eb('status', 'not in', ['won', 'lost'])]),
        ]),
      ),
  );
}

/** Counts inquiries with unread messages of their senders. */
export function countUnreadInquiries(db: Db) {
  // A literal: with a parameter the partial index is not used.
  return countRows(db.selectFrom('inquiries').where('unread', '>', sql.lit(0)));
}
