import { type Insertable, sql } from 'kysely';
import type { JobInput } from '#contract/careers.ts';
import type { Db, Engine } from '../database/open.ts';
import type {
  ApplicationsTable,
  EmployeesTable,
  InquiriesTable,
  ObjectsTable,
  UsersTable,
  WorkExperiencesTable,
  WorkReferencesTable,
} from '../database/tables.ts';
import type { DamagesTable, HoursLedgerTable } from '../database/tables-people.ts';

const fact = 'sample-data';

/** Whether it was decided already, by this or another process, that there is sample data or none. */
export async function isDecided(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('facts')
    .select('name')
    .where('name', '=', fact)
    .executeTakeFirst();
  return row !== undefined;
}

/** Lets this transaction wait as long as another start needs for the whole company; on SQLite each waits its turn anyway. */
export async function waitForOtherStarts(tx: Db, engine: Engine): Promise<void> {
  if (engine === 'sqlite') return;
  await sql`select set_config('lock_timeout', '60s', true), set_config('statement_timeout', '60s', true)`.execute(
    tx,
  );
}

/** Writes the decision down; false when another process was first (on PostgreSQL it is waited for). */
export async function decide(tx: Db, value: string): Promise<boolean> {
  const row = await tx
    .insertInto('facts')
    .values({ name: fact, value })
    .onConflict((conflict) => conflict.doNothing())
    .returning('name')
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether somebody works with this installation already. */
export async function hasRealData(db: Db): Promise<boolean> {
  const job = await db.selectFrom('jobs').select('id').limit(1).executeTakeFirst();
  const application = await db.selectFrom('applications').select('id').limit(1).executeTakeFirst();
  const inquiry = await db.selectFrom('inquiries').select('id').limit(1).executeTakeFirst();
  return [job, application, inquiry].some((row) => row !== undefined);
}

/** Names and addresses of open accounts, as they are compared. */
export async function takenKeys(tx: Db): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('users')
    .select(['username_key', 'email_key'])
    .where('closed_at', 'is', null)
    .execute();
  return new Set(rows.flatMap((row) => [row.username_key, row.email_key]));
}

/** Stores accounts and answers their ids by username key. */
export async function plantUsers(
  tx: Db,
  users: readonly Insertable<UsersTable>[],
): Promise<Map<string, number>> {
  const rows = await tx
    .insertInto('users')
    .values(users)
    .returning(['user_id', 'username_key'])
    .execute();
  return new Map(rows.map((row) => [row.username_key, row.user_id]));
}

/** Stores employees and answers their ids by the user's. */
export async function plantEmployees(
  tx: Db,
  employees: readonly Insertable<EmployeesTable>[],
): Promise<Map<number | null, number>> {
  const rows = await tx
    .insertInto('employees')
    .values(employees)
    .returning(['employee_id', 'user_id'])
    .execute();
  return new Map(rows.map((row) => [row.user_id, row.employee_id]));
}

/** Stores how the balances of the employees came about. */
export async function plantLedger(
  tx: Db,
  changes: readonly Insertable<HoursLedgerTable>[],
): Promise<void> {
  await tx.insertInto('hours_ledger').values(changes).execute();
}

/** Stores jobs and answers their ids by position. */
export async function plantJobs(
  tx: Db,
  jobs: readonly JobInput[],
  now: string,
): Promise<Map<string, number>> {
  const values = jobs.map((job) => ({
    position: job.position,
    location: job.location,
    department: job.department,
    date_posted: job.datePosted,
    company_information: job.companyInformation,
    role_information: job.roleInformation,
    job_responsibilities: job.jobResponsibilities,
    skills: job.skills,
    description_of_benefits: job.descriptionOfBenefits,
    company_culture: job.companyCulture,
    created_at: now,
  }));
  const rows = await tx.insertInto('jobs').values(values).returning(['id', 'position']).execute();
  return new Map(rows.map((row) => [row.position, row.id]));
}

export async function plantInquiries(
  tx: Db,
  inquiries: readonly Insertable<InquiriesTable>[],
): Promise<void> {
  await tx.insertInto('inquiries').values(inquiries).execute();
}

/** Stores the rows of resumes, then applications; answers their ids by the resume's key. */
export async function plantApplications(
  tx: Db,
  objects: readonly Insertable<ObjectsTable>[],
  applications: readonly Insertable<ApplicationsTable>[],
): Promise<Map<string | null, number>> {
  await tx.insertInto('objects').values(objects).execute();
  const rows = await tx
    .insertInto('applications')
    .values(applications)
    .returning(['id', 'resume_path'])
    .execute();
  return new Map(rows.map((row) => [row.resume_path, row.id]));
}

export async function plantApplicationRows(
  tx: Db,
  experiences: readonly Insertable<WorkExperiencesTable>[],
  references: readonly Insertable<WorkReferencesTable>[],
): Promise<void> {
  await tx.insertInto('work_experiences').values(experiences).execute();
  await tx.insertInto('work_references').values(references).execute();
}

/** Stores damages under the employees of the accounts that are named by their keys. */
export async function plantDamages(
  tx: Db,
  damages: readonly (Omit<Insertable<DamagesTable>, 'employee_id'> & { username_key: string })[],
): Promise<void> {
  const rows = await tx
    .selectFrom('employees')
    .innerJoin('users', 'users.user_id', 'employees.user_id')
    .select(['employee_id', 'username_key'])
    .where('closed_at', 'is', null)
    .execute();
  const ids = new Map(rows.map((row) => [row.username_key, row.employee_id]));
  const values = damages.flatMap(({ username_key, ...damage }) => {
    const employee_id = ids.get(username_key);
    return employee_id === undefined ? [] : [{ ...damage, employee_id }];
  });
  if (values.length > 0) await tx.insertInto('damages').values(values).execute();
}

/** Marks a message as read by its receiver. */
export async function plantRead(tx: Db, messageId: number, readAt: string): Promise<void> {
  await tx.updateTable('messages').set({ read_at: readAt }).where('id', '=', messageId).execute();
}
