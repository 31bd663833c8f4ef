import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { applicationInput } from '#contract/applications.ts';
import { departments, jobInput } from '#contract/careers.ts';
import { createDamage } from '#contract/damages.ts';
import { today } from '#contract/dates.ts';
import { honeypotField, inquiryInput } from '#contract/inquiries.ts';
import { startApp, type TestApp } from '../../tests/harness/app.ts';
import { onBothDatabases } from '../../tests/harness/databases.ts';
import { login } from '../features/session/session.service.ts';
import type { Ground } from '../platform/ground.ts';
import { sampleApplications } from './applications.ts';
import { instantBefore } from './calendar.ts';
import { sampleDamages } from './damages.ts';
import { Dice } from './dice.ts';
import { sampleInquiries } from './inquiries.ts';
import { sampleJobs } from './jobs.ts';
import { samplePeople } from './people.ts';
import { photoSize } from './photo.ts';
import { plantSampleCompany } from './plant.ts';
import { resumePdf } from './resume.ts';

const noon = new Date('2026-03-11T17:00:00Z');
const dayMs = 86_400_000;

const tables = [
  'employees',
  'hours_ledger',
  'damages',
  'jobs',
  'inquiries',
  'applications',
  'work_experiences',
  'work_references',
  'objects',
  'documents',
  'document_revisions',
  'document_assignments',
  'document_receipts',
  'submissions',
  'notifications',
  'notification_recipients',
  'conversations',
  'messages',
  'answers',
  'products',
  'orders',
  'posts',
  'reactions',
  'testimonials',
] as const;

async function contents({ db }: Ground): Promise<Record<string, unknown[]>> {
  const found: Record<string, unknown[]> = {};
  for (const table of tables) {
    const rows = await db.selectFrom(table).selectAll().execute();
    found[table] = rows.toSorted((one, other) =>
      JSON.stringify(one) < JSON.stringify(other) ? -1 : 1,
    );
  }
  const users = await db.selectFrom('users').selectAll().orderBy('user_id').execute();
  found.users = users.map(({ password_hash: _, created_at: __, ...user }) => user);
  return found;
}

onBothDatabases('the sample company', (engine) => {
  const open: TestApp[] = [];
  const start = async () => {
    const one = await startApp(engine, { now: () => noon });
    open.push(one);
    return one;
  };
  afterEach(async () => {
    for (const one of open.splice(0)) await one.close();
  });

  // Where it is only read, one is enough.
  let shared: Promise<TestApp> | undefined;
  const planted = () => {
    shared ??= startApp(engine, { now: () => noon }).then(async (one) => {
      await plantSampleCompany(one.ground);
      return one;
    });
    return shared;
  };
  afterAll(async () => (await shared)?.close());

  test('is planted once and whole, also by two starts at once', async () => {
    const { ground } = await start();
    const answers = await Promise.all([plantSampleCompany(ground), plantSampleCompany(ground)]);
    expect(answers.map((lines) => lines.length).toSorted()).toEqual([0, 2]);
    expect(await plantSampleCompany(ground)).toEqual([]);
    const found = await contents(ground);
    const counts = ['jobs', 'applications', 'inquiries', 'objects', 'employees', 'damages'].map(
      (table) => found[table]?.length,
    );
    expect(counts).toEqual([14, 40, 25, 202, 27, 60]);
    const users = await ground.db.selectFrom('users').selectAll().execute();
    const planted = users.filter((user) => user.username.includes('.'));
    expect(planted.filter((user) => user.user_role === 'admin')).toHaveLength(3);
    expect(planted.filter((user) => user.user_role === 'employee')).toHaveLength(24);
    const audit = await ground.db.selectFrom('audit').select('action').execute();
    expect(audit.filter(({ action }) => action === 'sample.plant')).toHaveLength(1);

    for (const line of answers.flat()) {
      const [, role, username = '', password = ''] = /^(\w+): (\S+) \/ (\S+)$/.exec(line) ?? [];
      const signedIn = await login(ground, { username, password, ip: '127.0.0.1' });
      expect(signedIn.role).toBe(role);
    }
  });

  test('is the same every time, but for its passwords', async () => {
    const [one, other] = [await start(), await start()];
    const lines = [await plantSampleCompany(one.ground), await plantSampleCompany(other.ground)];
    expect(await contents(one.ground)).toEqual(await contents(other.ground));
    expect(lines[0]).not.toEqual(lines[1]);
  });

  test('keeps readable files, with the bytes that their rows name', async () => {
    const { ground } = await planted();
    const objects = await ground.db.selectFrom('objects').selectAll().execute();
    for (const object of objects) {
      const bytes = await buffer(await ground.storage.read(object.key));
      expect(bytes.length).toBe(object.size);
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(object.sha256);
      const [start, end] = [bytes.subarray(0, 5), bytes.subarray(-8)];
      if (object.kind === 'jpeg') {
        expect(await sharp(bytes).metadata()).toMatchObject({ ...photoSize, format: 'jpeg' });
        continue;
      }
      if (object.kind === 'avif' || object.kind === 'webp') {
        const format = object.kind === 'avif' ? 'heif' : 'webp';
        const { width, height } = object;
        expect(await sharp(bytes).metadata()).toMatchObject({ width, height, format });
        continue;
      }
      expect(start.toString('latin1')).toBe('%PDF-');
      expect(end.toString('latin1')).toContain('%%EOF');
    }
    const stored = ground.storage.list();
    expect(await Array.fromAsync(stored, ({ key }) => key)).toHaveLength(objects.length);
  });

  test('links most applications to jobs that were open when they came', async () => {
    const { ground } = await planted();
    const rows = await ground.db
      .selectFrom('applications')
      .leftJoin('jobs', 'jobs.id', 'applications.job_id')
      .select(['applications.position', 'applications.created_at', 'job_id', 'date_posted'])
      .select('jobs.position as job')
      .execute();
    const linked = rows.filter((row) => row.job_id !== null);
    expect(linked.length).toBeGreaterThanOrEqual(30);
    for (const row of linked) {
      expect(row.position).toBe(row.job);
      expect(today(new Date(row.created_at)) >= (row.date_posted ?? '')).toBe(true);
    }
  });

  test('has balances that are the sum of their ledger, each change from where the last ended', async () => {
    const { ground } = await planted();
    const employees = await ground.db.selectFrom('employees').selectAll().execute();
    const ledger = await ground.db
      .selectFrom('hours_ledger')
      .selectAll()
      .orderBy('at')
      .orderBy('id')
      .execute();
    expect(ledger.length).toBeGreaterThan(employees.length * 6);
    for (const employee of employees) {
      for (const kind of ['pto', 'work'] as const) {
        const own = ledger.filter(
          (row) => row.employee_id === employee.employee_id && row.kind === kind,
        );
        let balance = 0;
        for (const row of own) {
          expect(row.before_hundredths).toBe(balance);
          expect(row.at < noon.toISOString()).toBe(true);
          expect(today(new Date(row.at)) >= (employee.hire_date ?? '')).toBe(true);
          balance = row.after_hundredths;
        }
        expect(balance).toBe(employee[`${kind}_hundredths`]);
      }
    }
    const openings = ledger.filter((row) => row.before_hundredths === 0);
    expect(openings.every((row) => row.user_id === null || row.reason !== '')).toBe(true);
    expect(new Set(ledger.map((row) => row.reason)).size).toBeGreaterThan(12);
  });

  test('is not planted where somebody works already, nor later when that is gone', async () => {
    const { ground, admin } = await start();
    const job = sampleJobs(noon)[0]?.job;
    const { insertJob, removeJob } = await import('../features/careers/careers.queries.ts');
    const id = await insertJob(ground.db, jobInput.parse(job), noon.toISOString());
    expect(await plantSampleCompany(ground)).toEqual([]);
    await removeJob(ground.db, id);
    expect(await plantSampleCompany(ground)).toEqual([]);
    const users = await ground.db.selectFrom('users').select('username').execute();
    expect(users.map((user) => user.username).toSorted()).toEqual([admin.username, 'emil']);
  });

  test('leaves a name that a real account has to that account', async () => {
    const app = await start();
    await app.person('Patrice.Nowak', 'employee');
    const lines = await plantSampleCompany(app.ground);
    expect(lines).toHaveLength(1);
    expect((await contents(app.ground)).employees).toHaveLength(26);
  });
});

describe('what is planted', () => {
  test('passes the same checks as what people send', () => {
    for (const { job } of sampleJobs(noon)) {
      expect(jobInput.parse(job)).toEqual(job);
      for (const list of [
        job.jobResponsibilities,
        job.skills,
        job.descriptionOfBenefits,
        job.companyCulture,
      ]) {
        const lines = list.split('\n');
        expect(lines.length).toBeGreaterThanOrEqual(4);
        expect(lines.length).toBeLessThanOrEqual(7);
      }
    }
    for (const { row, experiences, references } of sampleApplications(noon)) {
      const sent = { ...row, workExperiences: experiences, references };
      expect(applicationInput.parse(sent)).toMatchObject({
        first_name: row.first_name,
        state: row.state,
        workExperiences: experiences,
        references,
      });
    }
    for (const inquiry of sampleInquiries(noon)) {
      expect(inquiry.reference).toMatch(/^Q-[2-9A-HJKMNP-Z]{6}$/);
      const sent = inquiryInput.parse({ ...inquiry, [honeypotField]: '' });
      expect(sent.number_of_vehicles).toBe(inquiry.number_of_vehicles);
    }
  });

  test('covers every department, three months and every status', () => {
    const jobs = sampleJobs(noon);
    expect(new Set(jobs.map(({ job }) => job.department))).toEqual(new Set(departments));
    const inquiries = sampleInquiries(noon);
    expect(new Set(inquiries.map((entry) => entry.status)).size).toBe(5);
    expect(inquiries.filter((entry) => entry.flagged === 1).length).toBeGreaterThan(0);
    const applications = sampleApplications(noon).map(({ row }) => row.created_at);
    for (const times of [applications, inquiries.map((entry) => entry.created_at)]) {
      const ages = times.map((at) => (noon.getTime() - Date.parse(at)) / dayMs);
      expect(Math.min(...ages)).toBeGreaterThan(0);
      expect(Math.max(...ages)).toBeGreaterThan(80);
      expect(Math.max(...ages)).toBeLessThan(92);
      expect(times).toEqual(times.toSorted());
    }
  });

  test('damages are those of drivers after their hiring, over fourteen months', () => {
    const people = samplePeople(noon);
    const damages = sampleDamages(noon, people);
    expect(damages).toHaveLength(60);
    for (const { username, created_at, amount_cents, ...damage } of damages) {
      const driver = people.find((person) => person.username === username);
      expect(driver?.position).toMatch(/Driver/);
      expect(driver && driver.hireDate < damage.damage_date).toBe(true);
      const sent = { ...damage, employee_id: 1, damage_amount: amount_cents / 100 };
      expect(createDamage.body.parse(sent)).toEqual(sent);
      expect(today(new Date(created_at))).toBe(damage.damage_date);
    }
    const dates = damages.map((damage) => damage.damage_date);
    expect(dates).toEqual(dates.toSorted());
    expect(new Set(dates.map((date) => date.slice(0, 7))).size).toBeGreaterThanOrEqual(14);
    expect(new Set(damages.map(({ username }) => username)).size).toBeGreaterThanOrEqual(6);
    expect(damages.some(({ username }) => username === people[12]?.username)).toBe(true);
  });

  test('uses only numbers and addresses that belong to nobody', () => {
    const people = samplePeople(noon);
    expect(new Set(people.map((person) => person.username)).size).toBe(27);
    const all = JSON.stringify([people, sampleApplications(noon), sampleInquiries(noon)]);
    for (const [, number] of all.matchAll(/"(\d{3}-\d{3}-\d{4})"/g)) {
      expect(number).toMatch(/^\d{3}-555-01\d\d$/);
    }
    for (const [, domain] of all.matchAll(/[\w.-]@([\w.-]+)/g)) {
      expect(domain).toMatch(/(^|\.)example\.com$/);
    }
  });
});

test('a resume fits on one page, also the fullest, and is the same bytes every time', async () => {
  for (const { resume } of sampleApplications(noon)) {
    const bytes = await resumePdf(resume);
    expect(bytes.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1);
    expect(bytes.equals(await resumePdf(resume))).toBe(true);
  }
});

test('a day has the company’s hours, in summer and in winter', () => {
  expect(instantBefore(noon, 1, 8 * 60)).toBe('2026-03-10T13:00:00.000Z');
  expect(instantBefore(noon, 10, 8 * 60)).toBe('2026-03-01T14:00:00.000Z');
  expect(instantBefore(noon, 0.5, 0)).toBe('2026-03-11T05:00:00.000Z');
});

test('dice fall the same way for the same subject', () => {
  const throws = (subject: string) => new Dice(subject).signs('abcdefgh', 20);
  expect(throws('jobs')).toBe(throws('jobs'));
  expect(throws('jobs')).not.toBe(throws('people'));
  expect(new Dice('x').uuid()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-/);
});
