import { sql } from 'kysely';
import { isDamaged } from '../database/errors.ts';
import type { Db } from '../database/open.ts';
import type { ObjectsTable } from '../database/tables/platform.ts';

/** Returns the name of the newest migration that the database has. */
export async function selectNewestStep(db: Db): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration order by name desc limit 1`.execute(db);
  return rows[0]?.name ?? '';
}

/** Whether SQLite finds the database intact. */
export async function isIntact(db: Db): Promise<boolean> {
  const { rows } = await sql<{ quick_check: string }>`pragma quick_check`.execute(db);
  return rows.length === 1 && rows[0]?.quick_check === 'ok';
}

const batchSize = 500;

/** The rows of all stored files, by key. */
export async function* objectsOf(db: Db): AsyncGenerator<ObjectsTable> {
  let after = '';
  for (;;) {
    const rows = await db
      .selectFrom('objects')
      .selectAll()
      .where('key', '>', after)
      .orderBy('key')
      .limit(batchSize)
      .execute();
    yield* rows;
    if (rows.length < batchSize) return;
    after = rows.at(-1)?.key ?? after;
  }
}

/** Whether a stored file still has its row. */
export async function hasObject(db: Db, key: string): Promise<boolean> {
  const row = await db
    .selectFrom('objects')
    .select('key')
    .where('key', '=', key)
    .executeTakeFirst();
  return row !== undefined;
}

/** What SQLite finds wrong in the pages of the database; empty when they are intact. */
export async function findPageDamage(db: Db): Promise<string[]> {
  try {
    const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db);
    const found = rows.map((row) => row.integrity_check);
    return found.length === 1 && found[0] === 'ok' ? [] : found;
  } catch (error) {
    if (!isDamaged(error)) throw error;
    return [(error as Error).message];
  }
}

/** PostgreSQL's page checksums: whether they are on, and how many pages have failed theirs. */
export async function selectPageChecksums(db: Db): Promise<{ areOn: boolean; failures: number }> {
  const { rows } = await sql<{ are_on: string; failures: number }>`
    select current_setting('data_checksums') as are_on,
      coalesce(checksum_failures, 0)::int as failures
    from pg_stat_database where datname = current_database()`.execute(db);
  return { areOn: rows[0]?.are_on === 'on', failures: rows[0]?.failures ?? 0 };
}

/** The columns of `export`; a new column is exported only when it is added here. */
export const exportedColumns = {
  jobs: [
    'id',
    'position',
    'location',
    'department',
    'date_posted',
    'company_information',
    'role_information',
    'job_responsibilities',
    'skills',
    'description_of_benefits',
    'company_culture',
    'created_at',
  ],
  // Without gender and race, which must not influence a decision.
  applications: [
    'id',
    'created_at',
    'job_id',
    'position',
    'first_name',
    'middle_initial',
    'last_name',
    'phone',
    'email',
    'street_address',
    'city',
    'state',
    'zipcode',
    'has_cdl_license',
    'cdl_license_number',
    'cdl_license_state',
    'cdl_expiration_date',
    'has_dot_card',
    'can_pass_dot_drug_test',
    'manual_transmission_endorsement',
    'car_hauling_experience_years',
    'is_over_25',
    'has_driver_license',
    'driver_license_number',
    'driver_license_state',
    'driver_license_expiration',
    'has_manual_transmission_experience',
    'authorized_to_work_us',
    'requires_sponsorship',
    'certification',
    'resume_path',
  ],
  inquiries: [
    'id',
    'reference',
    'status',
    'flagged',
    'note',
    'created_at',
    'company_name',
    'contact_person',
    'company_address',
    'phone_number',
    'email_address',
    'website',
    'vehicle_type',
    'number_of_vehicles',
    'vehicle_dimension',
    'vehicle_condition',
    'special_handling',
    'pickup_location',
    'pickup_date',
    'pickup_facilities',
    'delivery_location',
    'delivery_date',
    'delivery_facilities',
    'additional_info',
  ],
  employees: [
    'employee_id',
    'first_name',
    'last_name',
    'department',
    'position',
    'hire_date',
    'payroll_number',
    'pto_hundredths',
    'work_hundredths',
    'username',
    'user_email',
    'phone_number',
    'user_role',
  ],
} as const;

/** Rows for `export`, by id, after `after`. */
export const selectExported = {
  jobs: (db: Db, after: number, count: number) =>
    db
      .selectFrom('jobs')
      .select(exportedColumns.jobs)
      .where('id', '>', after)
      .orderBy('id')
      .limit(count)
      .execute(),
  applications: (db: Db, after: number, count: number) =>
    db
      .selectFrom('applications')
      .select(exportedColumns.applications)
      .where('id', '>', after)
      .orderBy('id')
      .limit(count)
      .execute(),
  inquiries: (db: Db, after: number, count: number) =>
    db
      .selectFrom('inquiries')
      .select(exportedColumns.inquiries)
      .where('id', '>', after)
      .orderBy('id')
      .limit(count)
      .execute(),
  employees: (db: Db, after: number, count: number) =>
    db
      .selectFrom('employees')
      .leftJoin('users', 'users.user_id', 'employees.user_id')
      .select(exportedColumns.employees)
      .where('employee_id', '>', after)
      .orderBy('employee_id')
      .limit(count)
      .execute(),
};
