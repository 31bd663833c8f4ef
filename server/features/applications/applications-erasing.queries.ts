import { isAmong } from '../../database/expressions.ts';
import type { Db } from '../../database/open.ts';
import type { ApplicationRow } from '../../database/tables/tables.ts';
import type { Applicant } from './applications.queries.ts';

/** Of these applications, those of people who work here. */
export async function selectEmployed(db: Db, ids: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('applications')
    .innerJoin('users', 'users.user_id', 'applications.hired_user_id')
    .select('applications.id')
    .where(isAmong(db, 'applications.id', ids))
    .where('users.closed_at', 'is', null)
    .execute();
  return rows.map(({ id }) => id);
}

/** Applications from before an instant, but not of people who work here, or left after `left`. */
function expired(db: Db, { before, left }: { before: string; left: string }) {
  return db
    .selectFrom('applications')
    .leftJoin('users', 'users.user_id', 'applications.hired_user_id')
    .where('applications.created_at', '<', before)
    .where((eb) => eb.or([eb('hired_user_id', 'is', null), eb('users.closed_at', '<', left)]));
}

export async function countExpired(
  db: Db,
  since: { before: string; left: string },
): Promise<number> {
  const { count } = await expired(db, since)
    .select((eb) => eb.fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The ids of the oldest of them. */
export async function selectExpired(
  db: Db,
  since: { before: string; left: string },
  limit: number,
): Promise<number[]> {
  const rows = await expired(db, since)
    .select('applications.id')
    .orderBy('applications.created_at')
    .orderBy('applications.id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Deletes applications with their rows; returns those that existed. */
export async function deleteApplicationRows(
  tx: Db,
  ids: readonly number[],
): Promise<(Applicant & Pick<ApplicationRow, 'email_key' | 'resume_path'>)[]> {
  if (ids.length === 0) return [];
  return tx
    .deleteFrom('applications')
    .where('id', 'in', ids)
    .returning(['email_key', 'resume_path', 'first_name', 'last_name', 'position'])
    .execute();
}

/** Whether an account, an inquiry, or a finished or started application has this address, as it is compared. */
export async function isAddressOfOthers(db: Db, email: string): Promise<boolean> {
  const holders = ['users', 'inquiries', 'applications', 'application_drafts'] as const;
  for (const table of holders) {
    const found = await db
      .selectFrom(table)
      .select('email_key')
      .where('email_key', '=', email)
      .executeTakeFirst();
    if (found) return true;
  }
  return false;
}
