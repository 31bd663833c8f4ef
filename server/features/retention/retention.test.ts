import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { injectOptions, send } from '#tests/fixtures/requests.ts';
import { validRequest } from '#tests/fixtures/valid-requests.ts';
import { suiteApp, type TestPerson } from '#tests/harness/app.ts';
import { onBothWhenFull } from '#tests/harness/databases.ts';
import { driverFilesOf } from '#tests/harness/driver-files.ts';
import { employeeFilesOf } from '#tests/harness/employee-files.ts';
import { employeeOf } from '#tests/harness/employees.ts';
import { writeFrom } from '#tests/harness/messages.ts';
import { pdfOf } from '#tests/harness/multipart.ts';
import { makeInquiry, makeInvitation } from '#tests/harness/testimonials.ts';
import { applicationForm, apply, experience, reference, whole } from '#tests/records/hiring.ts';
import { changeRows, rowsOf } from '#tests/records/stored.ts';
import { auditOf } from '#tests/records/traces.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { recordAudit } from '../../platform/audit/audit.ts';
import { readConfig } from '../../settings/config.ts';
import { findMessages } from '../chat/chat-search.ts';
import { deleteExpired } from './retention.service.ts';
import { countExpired } from './retention-kinds.ts';

const kept = {
  ...{ inquiries: null, messages: null, submissions: null },
  ...{ driverFiles: null, auditAddresses: null, unsentMail: null, auditEntries: null },
};

const countNow = ({ db, config, now }: AppContext) => countExpired(db, config, now());
/** Deletes what has reached its age, as if it was announced. */
const deleteNow = async (ctx: AppContext, signal?: AbortSignal) =>
  deleteExpired(ctx, await countNow(ctx), signal);

onBothWhenFull('retention', (engine) => {
  // Two years and a month after the first records.
  const today = Date.parse('2026-02-10T16:00:00.000Z');
  let clock = Date.parse('2024-01-10T16:00:00.000Z');
  const t = suiteApp(engine, { now: () => new Date(clock) });
  let driver: TestPerson;
  const ids = { new: 0, inquiry: 0, praised: 0, reviewed: 0, waiting: 0 };

  const postForm = (fields: Record<string, unknown>, resume: Buffer | null) =>
    apply(t, applicationForm(fields, resume));
  const files = employeeFilesOf(() => t);
  const only = async (table: 'applications' | 'inquiries' | 'messages') =>
    (await rowsOf(t, table, {}, 'id')).map(({ id }) => id);
  const objects = async () => (await rowsOf(t, 'objects')).map(({ key }) => key).toSorted();
  const stored = async () =>
    (await Array.fromAsync(t.ctx.storage.list(), ({ key }) => key)).toSorted();
  const audit = () => auditOf(t, {});
  const mails = () => rowsOf(t, 'outbox', {}, 'id');
  /** Makes the newest mail undeliverable. */
  async function failNewestMail(): Promise<void> {
    const dead_at = new Date(clock).toISOString();
    const { id = 0 } = (await mails()).at(-1) ?? {};
    await changeRows(t, 'outbox', { id }, { dead_at });
  }
  const withRetention = (retention: Partial<typeof t.ctx.config.retention>) => ({
    ...t.ctx,
    config: { ...t.ctx.config, retention: { ...kept, applications: null, ...retention } },
  });

  beforeAll(async () => {
    driver = await t.person('dora', 'employee');
    const full = { ...whole, workExperiences: [experience], references: [reference] };
    await postForm(full, pdfOf('old'));
    const deleted = await postForm({ ...full, first_name: 'Gone' }, null);
    await send(t, 'DELETE', `/api/application/${deleted.body.id}`, t.admin);
    ids.inquiry = await makeInquiry(t, 'lost');
    ids.praised = (await makeInvitation(t)).inquiry;
    const file = await validRequest(t, 'sendAttachment');
    const url = `/api/messages/${driver.userId}/files`;
    expect((await t.app.inject(injectOptions({ ...file, url }))).statusCode).toBe(201);
    await writeFrom(t, t.admin, driver, 'ancient words');
    const assignment = await files.assignmentOf(await files.assignFile([driver]), driver);
    ids.reviewed = await files.submit(assignment, driver);
    await files.review(ids.reviewed, 'Complete');
    ids.waiting = await files.submit(assignment, driver);
    await failNewestMail();

    clock = today;
    Object.assign(t, { admin: await t.person('anja', 'admin') });
    ids.new = (await postForm({ ...full, first_name: 'Nora' }, pdfOf('new'))).body.id;
    await makeInquiry(t, 'lost');
    await writeFrom(t, t.admin, driver, 'recent words');
    await failNewestMail();
  });
  beforeEach(() => {
    clock = today;
  });

  test('by default applications, unsent mails and driver files have a limit (SEC22)', () => {
    const limits = { applications: 24, unsentMail: 3, driverFiles: 36, auditEntries: 36 };
    expect(readConfig({}).retention).toEqual({ ...kept, ...limits });
    expect(readConfig({ RETENTION_APPLICATIONS_MONTHS: 'off' }).retention.applications).toBeNull();
    expect(readConfig({ RETENTION_MESSAGES_MONTHS: '6' }).retention.messages).toBe(6);
  });

  test('deletes old applications with resumes and names, and keeps the new one (SEC22)', async () => {
    const files = await objects();
    const context = withRetention({ applications: 24 });
    const names = 'applicant names in the audit log';
    const [newest] = await rowsOf(t, 'applications', { id: ids.new });
    if (!newest) throw new Error('no new application');
    const { id: _, ...row } = newest;
    const old = { ...row, resume_path: null, created_at: '2020-01-01T00:00:00.000Z' };
    // More than a batch.
    await t.ctx.db.insertInto('applications').values(Array(120).fill(old)).execute();
    await deleteNow(context, AbortSignal.abort());
    expect(await only('applications')).toHaveLength(122);
    // The second name is that of the application that an admin had deleted.
    expect(await deleteNow(context)).toEqual({ applications: 121, [names]: 2 });
    expect(await only('applications')).toEqual([ids.new]);
    expect(await rowsOf(t, 'work_references')).toMatchObject([{ application_id: ids.new }]);
    expect(await objects()).toHaveLength(files.length - 1);
    expect(await stored()).toEqual(await objects());
    const entries = (await audit()).filter(({ target_kind }) => target_kind === 'application');
    expect(new Set(entries.map(({ label }) => label))).toEqual(new Set(['', 'Nora Näf']));
    const last = (await audit()).at(-1);
    expect(last).toMatchObject({ action: 'retention.run', user_id: null, label: '', ip: '' });
    expect(JSON.parse(last?.detail ?? '')).toMatchObject({ applications: 121 });
    expect(await deleteNow(context)).toEqual({ applications: 0, [names]: 0 });
  });

  test('deletes old messages with files and search terms although inquiries fail, which go the next time unless a testimonial refers to them', async () => {
    const find = async (q: string) =>
      (await findMessages(t.ctx, driver, { q })(null, 50)).rows.map(({ content }) => content);
    expect(await find('ancient')).toEqual(['ancient words']);
    const ctx = withRetention({ inquiries: 24, messages: 24 });
    const expired = await countNow(ctx);
    await sql`alter table inquiries rename to elsewhere`.execute(t.ctx.db);
    await expect(deleteExpired(ctx, expired)).rejects.toThrow();
    await sql`alter table elsewhere rename to inquiries`.execute(t.ctx.db);
    expect((await audit()).at(-1)?.detail).toContain('"messages":2');
    expect(await only('messages')).toHaveLength(1);
    expect([await find('ancient'), await find('recent')]).toEqual([[], ['recent words']]);
    expect((await objects()).filter((key) => key.startsWith('messages/'))).toEqual([]);
    expect(await stored()).toEqual(await objects());
    await writeFrom(t, t.admin, driver, 'the next message');
    for (const [days, messages] of [
      [20, 0],
      [30, 2],
    ] as const) {
      clock += days * 86_400_000;
      expect(await deleteNow(withRetention({ messages: 1 }))).toEqual({ messages });
    }
    await writeFrom(t, t.admin, driver, 'after an empty conversation');
    expect(await only('messages')).toHaveLength(1);

    clock = today;
    expect(await deleteNow(withRetention({ inquiries: 24 }))).toMatchObject({ inquiries: 1 });
    const left = await only('inquiries');
    expect(left).toHaveLength(2);
    expect(left).toContain(ids.praised);
    expect(left).not.toContain(ids.inquiry);
  });

  test('deletes reviewed versions; one that waits for its review stays', async () => {
    const count = await deleteNow(withRetention({ submissions: 24 }));
    expect(count).toEqual({ 'reviewed versions of employee files': 1 });
    const left = await rowsOf(t, 'submissions');
    expect(left.map(({ submission_id }) => submission_id)).toEqual([ids.waiting]);
    expect(await stored()).toEqual(await objects());
  });

  test('deletes mails that failed long ago, and no others (SEC22)', async () => {
    const all = await mails();
    expect(all.filter(({ dead_at }) => dead_at !== null)).toHaveLength(2);
    expect(await deleteNow(withRetention({ unsentMail: 3 }))).toEqual({ 'unsent mails': 1 });
    expect(await mails()).toEqual(all.filter(({ dead_at }) => !dead_at?.startsWith('2024')));
    expect(await deleteNow(withRetention({ unsentMail: 3 }))).toEqual({ 'unsent mails': 0 });
  });

  test('clears old addresses in the audit log and nothing else of an entry', async () => {
    const before = await audit();
    const old = before.filter(({ at, ip }) => at < '2024-02-01' && ip !== '');
    expect(old.length).toBeGreaterThan(3);
    await deleteNow(withRetention({ auditAddresses: 24 }));
    const after = await audit();
    expect(after.slice(0, -1)).toEqual(
      before.map((row) => (row.at < '2024-02-01' ? { ...row, ip: '' } : row)),
    );
    expect(after.some(({ ip }) => ip !== '')).toBe(true);
  });

  test('deletes old audit entries, no others, and records how many', async () => {
    const before = await audit();
    const entry = { userId: null, ip: '', action: 'job.create' } as const;
    // The days to keep begin at midnight in Chicago.
    for (const time of ['2016-02-01T00:00Z', '2016-02-10T05:59Z', '2016-02-10T06:00Z']) {
      await recordAudit(t.ctx.db, new Date(time), entry);
    }
    const removed = { 'audit entries': 2 };
    expect(await deleteNow(withRetention({ auditEntries: 120 }))).toEqual(removed);
    const after = await audit();
    expect(after.slice(0, before.length)).toEqual(before);
    expect(after.slice(before.length).map(({ at }) => at)).toEqual([
      '2016-02-10T06:00:00.000Z',
      new Date(today).toISOString(),
    ]);
    expect(JSON.parse(after.at(-1)?.detail ?? '')).toEqual(removed);
  });

  test('a driver file is deleted three years after the account was closed, and only then', async () => {
    const license = driverFilesOf(() => t);
    const leaving = await t.person('lena', 'employee');
    const employee = await employeeOf(t, leaving.userId);
    const stays = await employeeOf(t, t.employee.userId);
    await license.upload(employee, 'cdl', {}, leaving);
    await license.upload(employee, 'cdl');
    await license.upload(stays, 'cdl');
    await send(t, 'DELETE', `/api/users/${leaving.userId}`, t.admin);
    const context = withRetention({ driverFiles: 36 });
    const owners = async () =>
      (await rowsOf(t, 'driver_documents')).map(({ employee_id }) => employee_id);

    clock = Date.parse('2029-02-09T16:00:00.000Z');
    await deleteNow(context);
    expect(await owners()).toEqual([employee, employee, stays]);
    clock = Date.parse('2029-02-11T16:00:00.000Z');
    expect(await deleteNow(context)).toEqual({ 'driver files of closed accounts': 2 });
    expect(await owners()).toEqual([stays]);
    expect(await stored()).toEqual(await objects());
    expect((await objects()).filter((key) => key.startsWith('driver-file/'))).toHaveLength(1);
    const labels = (await audit()).filter(({ target_kind }) => target_kind === 'driver-document');
    expect(labels.map(({ label }) => label).filter(Boolean)).toHaveLength(1);
  });
});
