/** The real server with as many jobs and applications as a scenario needs. */
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { jobInput } from '#contract/jobs.ts';
import {
  firstAdmin,
  type RunningServer,
  type ServerOptions,
  startServer,
} from '../tests/harness/server.ts';

export interface Company extends RunningServer {
  /** Path of the SQLite file. */
  file: string;
  /** Headers of a signed-in admin. */
  admin: { authorization: string };
}

const { BENCH_PROFILE: profiles } = process.env;
const profiling = profiles ? ['--cpu-prof', `--cpu-prof-dir=${resolve(profiles)}`] : [];

/** Runs `work` on a fresh server whose database `fill` has filled before the first request. */
export async function withCompany<T>(
  fill: (file: string) => void | Promise<void>,
  work: (company: Company) => Promise<T>,
  options: ServerOptions = {},
): Promise<T> {
  const nodeArgs = [...(options.nodeArgs ?? []), ...profiling];
  const env = { LOG_LEVEL: 'error', ...options.env };
  const server = await startServer({ ...options, nodeArgs, env });
  try {
    const file = join(server.dataDir, 'headrack.sqlite');
    await fill(file);
    const { username, password } = firstAdmin;
    const response = await fetch(`${server.url}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, password }),
    });
    const { token } = (await response.json()) as { token: string };
    return await work({ ...server, file, admin: { authorization: `Bearer ${token}` } });
  } finally {
    await server.stop();
    if (server.output().includes('"level":5')) console.log(server.output());
  }
}

function sentence(length: number): string {
  const words = 'Nine cars a load, kept straight and on time from the port to the dealer. ';
  return words.repeat(Math.ceil(length / words.length)).slice(0, length);
}

/** A job whose texts total 380 characters. */
export const jobOf380 = jobInput.parse({
  position: 'Car hauler, night line',
  location: 'Jacksonville, FL',
  department: 'Logistics',
  datePosted: '2026-10-05',
  companyInformation: sentence(60),
  roleInformation: sentence(80),
  jobResponsibilities: sentence(70),
  skills: sentence(50),
  descriptionOfBenefits: sentence(33),
  companyCulture: sentence(30),
});

const at = '2026-01-05T15:00:00.000Z';
const upTo = (count: number) =>
  `with recursive counter (n) as (select 1 union all select n + 1 from counter where n < ${count})`;

/** Twenty jobs of 380 characters, in the SQL of both engines. */
export const insertJobs = `
  insert into jobs (position, location, department, date_posted, company_information,
    role_information, job_responsibilities, skills, description_of_benefits, company_culture,
    created_at)
  ${upTo(20)}
  select '${jobOf380.position}', '${jobOf380.location}', '${jobOf380.department}',
    '${jobOf380.datePosted}', '${jobOf380.companyInformation}', '${jobOf380.roleInformation}',
    '${jobOf380.jobResponsibilities}', '${jobOf380.skills}', '${jobOf380.descriptionOfBenefits}',
    '${jobOf380.companyCulture}', '${at}' from counter;`;

/** An employee with a hundred damages, in the SQL of both engines. */
export const insertDamages = `
  insert into employees (first_name, last_name, department, position, pto_hundredths,
    work_hundredths, created_at)
  values ('Robin', 'Walker', 'Operations', 'Car Haul Driver', 0, 0, '${at}');
  insert into damages (employee_id, driver_name, damage_date, amount_cents, damage_description,
    created_at)
  ${upTo(100)}
  select (select max(employee_id) from employees), 'Robin Walker', '2025-0' || (n % 9 + 1) || '-05',
    n * 1250, '${sentence(120)}', '${at}' from counter;`;

export function fillJobs(file: string): void {
  const database = new DatabaseSync(file, { timeout: 5000 });
  database.exec(insertJobs);
  database.close();
}

/** Records that the office or their readers haven't opened yet: as many in a large company as in a small one. */
const backlog = 100;

/** Applications with two work experiences and two references each. */
export function fillApplications(file: string, count: number): void {
  const database = new DatabaseSync(file, { timeout: 5000 });
  database.exec(`
    begin;
    insert into applications (created_at, position, first_name, middle_initial, last_name, phone,
      email, street_address, city, state, zipcode, gender, race, has_cdl_license,
      cdl_license_number, cdl_license_state, has_dot_card, can_pass_dot_drug_test,
      manual_transmission_endorsement, car_hauling_experience_years, is_over_25,
      has_driver_license, has_manual_transmission_experience, authorized_to_work_us,
      requires_sponsorship, certification)
    with recursive counter (n) as (select 1 union all select n + 1 from counter where n < ${count})
    select strftime('%Y-%m-%dT%H:%M:%fZ', 1700000000 + n * 600, 'unixepoch'), 'Car hauler',
      'Robin', 'N/A', 'Walker ' || n, '904-555-0142', 'robin' || n || '@example.com',
      n || ' Harbor Street', 'Jacksonville', 'FL', '32202', 'Decline', 'Decline to self-identify',
      1, 'W' || n, 'FL', 1, 1, 1, n % 20, 1, 1, 1, 1, 0, 1 from counter;
    update applications set opened_at = created_at, opened_by = 1 where id <= ${count - backlog};
    insert into work_experiences (application_id, company, position, from_date, to_date,
      is_current, description)
    select a.id, 'Carrier ' || k.column1, 'Driver', '2019-03-01', '2023-08-31', 0,
      'Hauled nine cars at a time along the coast, loaded and tied them down myself.'
    from applications a, (values (1), (2)) k;
    insert into work_references (application_id, first_name, last_name, phone, email, relationship)
    select a.id, 'Jo', 'Miller ' || k.column1, '904-555-0177', 'jo@example.com', 'Dispatcher'
    from applications a, (values (1), (2)) k;
    commit;
  `);
  database.close();
}

/** Documents of four kinds, each assigned to two of the users from 2 on, who have opened all but the newest. */
export function fillDocuments(file: string, count: number, people: number): void {
  const database = new DatabaseSync(file, { timeout: 5000 });
  database.exec(`
    pragma synchronous = off;
    begin;
    create temp table counter as
      with recursive counter (n) as (select 1 union all select n + 1 from counter where n < ${count})
      select n, 1700000000 + n * 600 as second from counter;
    create temp table kinds as select key, value as kind from json_each('["training","settlements","reports","employee-files"]');
    insert into objects (key, kind, media_type, size, sha256, original_name, created_at)
    select kind || '/0f8fad5b-d9cb-469f-a165-' || (708670000000 + n) || '.pdf', 'pdf',
      'application/pdf', 50000 + n, hex(randomblob(32)), 'Week ' || n || '.pdf',
      strftime('%Y-%m-%dT%H:%M:%fZ', second, 'unixepoch')
    from counter join kinds on key = n % 4;
    insert into documents (kind, file_name, object_key, acknowledge, uploaded_by, uploaded_at)
    select substr(key, 1, instr(key, '/') - 1), original_name, key, size % 2, 1, created_at
    from objects where key like '%/0f8fad5b-%' order by size;
    insert into document_revisions (file_id, revision, sha256, size, original_name, uploaded_at)
    select file_id, 1, sha256, objects.size, original_name, uploaded_at
    from documents join objects on key = object_key;
    insert into document_assignments (file_id, user_id, assigned_at)
    select file_id, (file_id * 7 + n * 97) % ${people} + 2, uploaded_at
    from documents, counter where n <= 2;
    commit;
    begin;
    insert into document_receipts (file_id, revision, user_id, delivered_at, opened_at, acknowledged_at)
    select file_id, 1, user_id, assigned_at, iif(file_id <= ${count - backlog}, assigned_at, null),
      iif(file_id <= ${count - backlog}, assigned_at, null)
    from document_assignments;
    commit;
    analyze;
  `);
  database.close();
}
