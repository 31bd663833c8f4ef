/** The real server with as many jobs, damages and records as a scenario needs. */
import { join, resolve } from 'node:path';
import { jobInput } from '#contract/jobs.ts';
import {
  firstAdmin,
  type RunningServer,
  type ServerOptions,
  startServer,
} from '../tests/harness/server.ts';
import { type DatabaseSettings, execute, type Fill, withDatabase } from './filling.ts';

export interface Company extends RunningServer {
  /** Path of the SQLite file. */
  file: string;
  database: DatabaseSettings;
  /** The setting; null when the server generated a secret. */
  tokenSecret: string | null;
  /** Headers of a signed-in admin. */
  admin: { authorization: string };
}

const { BENCH_PROFILE: profiles } = process.env;
const profiling = profiles ? ['--cpu-prof', `--cpu-prof-dir=${resolve(profiles)}`] : [];

/** Runs `work` on a fresh server whose database `fill` has filled before the first request. */
export async function withCompany<T>(
  fill: Fill,
  work: (company: Company) => Promise<T>,
  options: ServerOptions = {},
): Promise<T> {
  const nodeArgs = [...(options.nodeArgs ?? []), ...profiling];
  const env = { LOG_LEVEL: 'error', ...options.env };
  const server = await startServer({ ...options, nodeArgs, env });
  try {
    const { dataDir } = server;
    const { DATABASE_URL: databaseUrl = null, TOKEN_SECRET: tokenSecret = null } =
      options.env ?? {};
    const database = { databaseUrl, dataDir };
    await withDatabase(database, async (open) => fill(open));
    const { username, password } = firstAdmin;
    const response = await fetch(`${server.url}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, password }),
    });
    const { token } = (await response.json()) as { token: string };
    const file = join(dataDir, 'headrack.sqlite');
    const admin = { authorization: `Bearer ${token}` };
    return await work({ ...server, file, database, tokenSecret, admin });
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

const insertJobs = `
  insert into jobs (position, location, department, date_posted, company_information,
    role_information, job_responsibilities, skills, description_of_benefits, company_culture,
    created_at)
  ${upTo(20)}
  select '${jobOf380.position}', '${jobOf380.location}', '${jobOf380.department}',
    '${jobOf380.datePosted}', '${jobOf380.companyInformation}', '${jobOf380.roleInformation}',
    '${jobOf380.jobResponsibilities}', '${jobOf380.skills}', '${jobOf380.descriptionOfBenefits}',
    '${jobOf380.companyCulture}', '${at}' from counter`;

const insertEmployee = `
  insert into employees (first_name, last_name, department, position, pto_hundredths,
    work_hundredths, created_at)
  values ('Robin', 'Walker', 'Operations', 'Car Haul Driver', 0, 0, '${at}')`;

const insertDamages = `
  insert into damages (employee_id, driver_name, damage_date, amount_cents, damage_description,
    created_at)
  ${upTo(100)}
  select (select max(employee_id) from employees), 'Robin Walker', '2025-0' || (n % 9 + 1) || '-05',
    n * 1250, '${sentence(120)}', '${at}' from counter`;

/** Twenty jobs of 380 characters. */
export const fillJobs: Fill = (database) => execute(database, [insertJobs]);

/** An employee with a hundred damages. */
export const fillDamages: Fill = (database) => execute(database, [insertEmployee, insertDamages]);
