import { isAmong } from '../../database/expressions.ts';
import type { Db } from '../../database/open.ts';
import type { ApplicationRow } from '../../database/tables/tables.ts';

/** What tells whose an application is: the first that came by the same link, the address, the phone number and name. */
export type Identity = Pick<
  ApplicationRow,
  'id' | 'first_application' | 'email_key' | 'person_key'
>;

/** By one link: all that name the same first application. */
export const firstOf = ({ id, first_application }: Identity) => first_application ?? id;

const valuesOf = (rows: readonly Identity[]) => ({
  firsts: [...new Set(rows.map(firstOf))],
  emails: [...new Set(rows.map(({ email_key }) => email_key))],
  people: [...new Set(rows.map(({ person_key }) => person_key))].filter((key) => key !== ''),
});

/** The applications that have a link, an address, or a phone number and name with one of these in common, and these. */
export async function selectSame(db: Db, rows: readonly Identity[]) {
  const { firsts, emails, people } = valuesOf(rows);
  const shown = db
    .selectFrom('applications')
    .select(['id', 'first_application', 'email_key', 'person_key', 'created_at', 'position'])
    .select(['stage', 'first_name', 'last_name', 'phone', 'email']);
  // Four queries, each with its index; an application can be in several.
  return shown
    .where(isAmong(db, 'email_key', emails))
    .union(shown.where(isAmong(db, 'person_key', people)))
    .union(shown.where(isAmong(db, 'first_application', firsts)))
    .union(shown.where(isAmong(db, 'id', firsts)))
    .orderBy('id')
    .execute();
}

/** Started applications, finished ones left out, with an address, or a phone number and name, of one of these. */
export async function selectSameDrafts(db: Db, rows: readonly Identity[], email = '') {
  const { emails, people } = valuesOf(rows);
  const shown = db
    .selectFrom('application_drafts as d')
    .leftJoin('jobs as j', 'j.id', 'd.job_id')
    .select(['d.id as id', 'd.created_at', 'd.email', 'd.form_values', 'j.position'])
    .where('d.application_id', 'is', null);
  const addresses = email === '' ? emails : [...emails, email];
  return shown
    .where(isAmong(db, 'd.email_key', addresses))
    .union(shown.where(isAmong(db, 'd.person_key', people)))
    .orderBy('id')
    .execute();
}

export async function selectIdentity(db: Db, id: number): Promise<Identity | undefined> {
  return db
    .selectFrom('applications')
    .select(['id', 'first_application', 'email_key', 'person_key'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** The applications with an address, as it is compared. */
export async function selectWithAddress(db: Db, email_key: string): Promise<Identity[]> {
  return db
    .selectFrom('applications')
    .select(['id', 'first_application', 'email_key', 'person_key'])
    .where('email_key', '=', email_key)
    .execute();
}
