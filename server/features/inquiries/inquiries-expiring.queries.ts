import type { Db } from '../../database/open.ts';

/** Inquiries from before an instant. One with a testimonial stays, because the testimonial refers to it. */
function expired(db: Db, before: string) {
  return db
    .selectFrom('inquiries')
    .where('created_at', '<', before)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('testimonials')
            .select('testimonials.id')
            .whereRef('testimonials.inquiry_id', '=', 'inquiries.id'),
        ),
      ),
    );
}

export async function countInquiriesBefore(db: Db, before: string): Promise<number> {
  const { count } = await expired(db, before)
    .select((eb) => eb.fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Deletes the oldest inquiries from before an instant with their notes; returns their ids. */
export async function deleteInquiriesBefore(
  tx: Db,
  before: string,
  limit: number,
): Promise<number[]> {
  const oldest = expired(tx, before).select('inquiries.id').orderBy('created_at').limit(limit);
  const rows = await tx.deleteFrom('inquiries').where('id', 'in', oldest).returning('id').execute();
  return rows.map(({ id }) => id);
}
