import { randomBytes } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { Db } from '../database/open.ts';
import type { EmployeesTable, ObjectsTable, UsersTable } from '../database/tables.ts';
import type { HoursLedgerTable } from '../database/tables-people.ts';
import { keyOf } from '../features/users/users.service.ts';
import { recordAudit } from '../platform/audit.ts';
import type { Ground } from '../platform/ground.ts';
import { type SampleApplication, sampleApplications } from './applications.ts';
import { sampleMessages } from './chats.ts';
import { sampleDamages } from './damages.ts';
import { sampleDocuments } from './documents.ts';
import { sampleEmployeeFiles } from './employee-files.ts';
import { sampleInquiries } from './inquiries.ts';
import { sampleJobs } from './jobs.ts';
import { keepFiles, type SampleFile } from './keep-files.ts';
import { sampleLedger } from './ledger.ts';
import { type SamplePerson, samplePeople } from './people.ts';
import { enclosedIn, plantChats } from './plant-chats.ts';
import { earlierOf, filesOf, plantDocuments } from './plant-documents.ts';
import { keepShopPictures, plantShop, sampleShop } from './plant-shop.ts';
import { resumePdf } from './resume.ts';
import * as queries from './sample.queries.ts';

/** Who gets a password that is shown: the first admin and the first driver of the list. */
const shown = { admin: 0, employee: 12 };

interface Account {
  person: SamplePerson;
  password: string | null;
  hash: string;
}

async function withPasswords(ground: Ground, people: readonly SamplePerson[]): Promise<Account[]> {
  const make = () => randomBytes(12).toString('base64url');
  const [admin, employee] = [make(), make()];
  // Nobody knows the last one; one hash for all who are not shown, since each takes 25 ms.
  const hashes = await Promise.all(
    [admin, employee, randomBytes(32).toString('base64url')].map((secret) =>
      ground.passwords.hash(secret),
    ),
  );
  const [adminHash = '', employeeHash = '', unknownHash = ''] = hashes;
  return people.map((person, index) => {
    if (index === shown.admin) return { person, password: admin, hash: adminHash };
    if (index === shown.employee) return { person, password: employee, hash: employeeHash };
    return { person, password: null, hash: unknownHash };
  });
}

/** Resumes, to be kept. */
function resumesOf(applications: readonly SampleApplication[]): SampleFile[] {
  return applications.map(({ resume, resumeKey, resumeName, row }) => ({
    key: resumeKey,
    name: resumeName,
    kind: 'pdf',
    createdAt: row.created_at,
    bytes: () => resumePdf(resume),
  }));
}

interface Planted {
  accounts: readonly Account[];
  /** User ids by username key. */
  ids: ReadonlyMap<string, number>;
}

async function plantPeople(tx: Db, accounts: readonly Account[], at: Date): Promise<Planted> {
  const now = at.toISOString();
  const taken = await queries.takenKeys(tx);
  // A name of a real account stays that account's.
  const free = accounts.filter(
    ({ person }) => !taken.has(keyOf(person.username)) && !taken.has(keyOf(person.email)),
  );
  const users = free.map(
    ({ person, hash }): Insertable<UsersTable> => ({
      username: person.username,
      username_key: keyOf(person.username),
      user_email: person.email,
      email_key: keyOf(person.email),
      phone_number: person.phone,
      password_hash: hash,
      user_role: person.role,
      created_at: now,
      closed_at: null,
    }),
  );
  const ids = await queries.plantUsers(tx, users);
  const employees = free.map(
    ({ person }): Insertable<EmployeesTable> => ({
      user_id: ids.get(keyOf(person.username)) ?? null,
      first_name: person.firstName,
      last_name: person.lastName,
      department: person.department,
      position: person.position,
      hire_date: person.hireDate,
      payroll_number: person.payrollNumber,
      pto_hundredths: person.ptoHundredths,
      work_hundredths: person.workHundredths,
      created_at: now,
    }),
  );
  const employeeIds = await queries.plantEmployees(tx, employees);
  const admins = free.filter(({ person }) => person.role === 'admin');
  const clerk = ids.get(keyOf((admins[1] ?? admins[0])?.person.username ?? '')) ?? null;
  const changes = free.flatMap(({ person }) => {
    const employee_id = employeeIds.get(ids.get(keyOf(person.username)) ?? null);
    if (employee_id === undefined) throw new Error(`no employee was stored for ${person.username}`);
    return sampleLedger(person, at).map(
      (change): Insertable<HoursLedgerTable> => ({
        employee_id,
        kind: change.kind,
        before_hundredths: change.before,
        after_hundredths: change.after,
        reason: change.reason,
        user_id: change.opening ? null : clerk,
        at: change.at,
      }),
    );
  });
  await queries.plantLedger(tx, changes);
  return { accounts: free, ids };
}

async function plantWork(
  tx: Db,
  at: Date,
  applications: readonly SampleApplication[],
  resumes: readonly Insertable<ObjectsTable>[],
): Promise<void> {
  const jobs = sampleJobs(at);
  const jobIds = await queries.plantJobs(
    tx,
    jobs.map(({ job }) => job),
    at.toISOString(),
  );
  const positions = new Map(jobs.map(({ slug, job }) => [slug, job.position]));
  const rows = applications.map(({ jobSlug, resumeKey, row }) => {
    const position = jobSlug === null ? row.position : positions.get(jobSlug);
    const job_id = jobSlug === null ? null : (jobIds.get(position ?? '') ?? null);
    return { ...row, position: position ?? null, job_id, resume_path: resumeKey };
  });
  const ids = await queries.plantApplications(tx, resumes, rows);
  const ofApplication = <R extends object>(key: string, entries: readonly R[]) => {
    const application_id = ids.get(key);
    if (application_id === undefined) throw new Error(`no application was stored for ${key}`);
    return entries.map((entry) => ({ ...entry, application_id }));
  };
  await queries.plantApplicationRows(
    tx,
    applications.flatMap((entry) => ofApplication(entry.resumeKey, entry.experiences)),
    applications.flatMap((entry) => ofApplication(entry.resumeKey, entry.references)),
  );
  await queries.plantInquiries(tx, sampleInquiries(at));
}

/** Fills an unused installation with the sample company, once; answers the sign-ins to be shown. */
export async function plantSampleCompany(ground: Ground): Promise<string[]> {
  if (await queries.isDecided(ground.db)) return [];
  const at = ground.now();
  if (await queries.hasRealData(ground.db)) {
    await queries.decide(ground.db, 'none: there was data already');
    return [];
  }
  const applications = sampleApplications(at);
  const everybody = samplePeople(at);
  const shownName = everybody[shown.employee]?.username ?? '';
  const documents = [
    ...sampleDocuments(at, everybody, shownName),
    ...sampleEmployeeFiles(at, everybody, shownName),
  ];
  const messages = sampleMessages(at, everybody);
  const shop = sampleShop(at, everybody);
  // Two processes write the same bytes under the same keys: neither needs to take its own away.
  const [accounts, resumes, objects, enclosures, earlier, pictures] = await Promise.all([
    withPasswords(ground, everybody),
    keepFiles(ground, resumesOf(applications)),
    keepFiles(ground, filesOf(documents)),
    keepFiles(ground, enclosedIn(messages)),
    earlierOf(documents),
    keepShopPictures(ground, shop),
  ]);
  return ground.db.transaction().execute(async (tx) => {
    await queries.waitForOtherStarts(tx, ground.engine);
    const first = await queries.decide(tx, at.toISOString());
    if (!first || (await queries.hasRealData(tx))) return [];
    const { accounts: planted, ids } = await plantPeople(tx, accounts, at);
    await plantWork(tx, at, applications, resumes);
    const people = planted.map(({ person }) => person);
    await plantDocuments(tx, at, { documents, objects, earlier, people, ids });
    await queries.plantDamages(
      tx,
      sampleDamages(at, people).map(({ username, ...damage }) => ({
        ...damage,
        username_key: keyOf(username),
      })),
    );
    await plantChats(tx, ground, { messages, objects: enclosures, ids });
    await plantShop(tx, { shop, pictures, people, ids });
    await recordAudit(tx, at, { userId: null, ip: '', action: 'sample.plant' });
    return planted.flatMap(({ person, password }) =>
      password === null ? [] : [`${person.role}: ${person.username} / ${password}`],
    );
  });
}
