import { type RawBuilder, sql } from 'kysely';
import { isAmong } from '../../database/expressions.ts';
import type { Db } from '../../database/open.ts';
import { phoneSigns } from '../../database/tables/applications.ts';

/** As in the index, which databases use only when they see the same expression. */
const phone = phoneSigns.reduce<RawBuilder<unknown>>(
  (column, sign) => sql`replace(${column}, ${sql.lit(sign)}, '')`,
  sql.ref('phone'),
);

/** Applications with one of the addresses (in lower case) or phone numbers (as the index has them), oldest first. */
export async function selectWithContact(
  db: Db,
  { emails, phones }: { emails: readonly string[]; phones: readonly string[] },
) {
  const shown = db
    .selectFrom('applications')
    .select(['id', 'created_at', 'position', 'stage'])
    .select(['first_name', 'last_name', 'phone', 'email']);
  // Two queries, each with its index; an application can be in both.
  return shown
    .where(isAmong(db, sql`lower(email)`, emails))
    .union(shown.where(isAmong(db, phone, phones)))
    .orderBy('id')
    .execute();
}
