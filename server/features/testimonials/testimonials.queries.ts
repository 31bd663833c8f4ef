import { type Insertable, type Selectable, sql } from 'kysely';
import type { Approved } from '#contract/testimonials.ts';
import { accountKey } from '#contract/text/text-fold.ts';
import { countRows, newestFirst } from '../../database/expressions.ts';
import { selectForUpdate } from '../../database/locks.ts';
import type { Db } from '../../database/open.ts';
import type { TestimonialsTable } from '../../database/tables/testimonials.ts';
import type { Cursor } from '../../platform/http/lists.ts';

/** A testimonial with the inquiry's reference and the name of the admin who decided. */
export type TestimonialRow = Omit<
  Selectable<TestimonialsTable>,
  'code_hash' | 'invited_by' | 'email_key'
> & {
  reference: string;
  decider: string | null;
};

/** Counts testimonials to approve or decline. */
export function countWaitingTestimonials(db: Db) {
  // A literal: because of the partial index SQLite compiles the statement again whenever a value is bound.
  return countRows(db.selectFrom('testimonials').where('status', '=', sql.lit('waiting')));
}

function withNames(db: Db) {
  return db
    .selectFrom('testimonials as t')
    .innerJoin('inquiries', 'inquiries.id', 't.inquiry_id')
    .leftJoin('users', 'users.user_id', 't.decided_by')
    .select(['t.id', 't.inquiry_id', 't.status', 't.email', 't.invited_at', 't.expires_at'])
    .select(['t.quote', 't.client', 't.role', 't.company', 't.city', 't.state'])
    .select(['t.written_at', 't.decided_by', 't.decided_at', 't.version'])
    .select(['inquiries.reference', 'users.username as decider']);
}

/** Lists testimonials, newest first, after the cursor. */
export async function selectTestimonials(
  db: Db,
  before: Cursor | null,
  limit: number,
): Promise<TestimonialRow[]> {
  return newestFirst(withNames(db), ['t.invited_at', 't.id'], before, limit).execute();
}

/** Lists the public fields of approved testimonials, in the order of their approval. */
export async function listApproved(db: Db): Promise<Approved[]> {
  return db
    .selectFrom('testimonials')
    .select(['quote', 'client', 'role', 'company', 'city', 'state'])
    .where('status', '=', 'approved')
    .orderBy('decided_at')
    .orderBy('id')
    .execute();
}

/** Returns a testimonial, locked until the transaction ends. */
export async function selectTestimonialForUpdate(
  tx: Db,
  id: number,
): Promise<TestimonialRow | undefined> {
  await selectForUpdate(tx, 'testimonials', 'id', id);
  return withNames(tx).where('t.id', '=', id).executeTakeFirst();
}

/** Deletes an inquiry's unused links; returns their ids. */
export async function deleteUnused(tx: Db, inquiryId: number): Promise<number[]> {
  const rows = await tx
    .deleteFrom('testimonials')
    .where('inquiry_id', '=', inquiryId)
    .where('status', '=', 'invited')
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

export async function insertLink(
  tx: Db,
  link: Pick<
    Insertable<TestimonialsTable>,
    'inquiry_id' | 'code_hash' | 'email' | 'invited_by' | 'invited_at' | 'expires_at'
  >,
): Promise<number> {
  const unwritten = { quote: '', client: '', role: '', company: '', city: '', state: '' };
  const undecided = {
    status: 'invited',
    written_at: null,
    decided_by: null,
    decided_at: null,
  } as const;
  const { id } = await tx
    .insertInto('testimonials')
    .values({ ...link, ...unwritten, ...undecided, email_key: accountKey(link.email) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Returns the client of a valid link. */
export async function findLive(db: Db, hash: string, now: string) {
  return db
    .selectFrom('testimonials')
    .innerJoin('inquiries', 'inquiries.id', 'testimonials.inquiry_id')
    .select(['inquiries.contact_person', 'inquiries.company_name'])
    .where('code_hash', '=', hash)
    .where('testimonials.status', '=', 'invited')
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

/** Uses up a link and stores its testimonial in one statement; undefined when the link is invalid. */
export async function useLink(tx: Db, hash: string, text: Approved, now: string) {
  return tx
    .updateTable('testimonials')
    .set((eb) => ({
      ...text,
      status: 'waiting' as const,
      written_at: now,
      version: eb('version', '+', 1),
    }))
    .where('code_hash', '=', hash)
    .where('status', '=', 'invited')
    .where('expires_at', '>', now)
    .returning(['id', 'invited_by'])
    .executeTakeFirst();
}
