import { mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { send } from '../../tests/fixtures/requests.ts';
import { conversation, create, sendValid } from '../../tests/fixtures/valid-requests.ts';
import { startApp, type TestApp } from '../../tests/harness/app.ts';
import { applicationsOf, reference, whole } from '../../tests/harness/applications.ts';
import { onBothDatabases } from '../../tests/harness/databases.ts';
import { employeeFilesOf } from '../../tests/harness/employee-files.ts';
import { employeeOf } from '../../tests/harness/employees.ts';
import { smallInquiry } from '../../tests/harness/inquiry-sample.ts';
import { subscriptionOf, writeFrom } from '../../tests/harness/messages.ts';
import { pdfOf } from '../../tests/harness/multipart.ts';
import { findPerson, writePerson } from './export-person.ts';

onBothDatabases('exporting a person', (engine) => {
  let t: TestApp;
  let folder: string;
  const secrets = subscriptionOf();
  const { postForm } = applicationsOf(() => t);
  const files = employeeFilesOf(() => t);

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'headrack-person-'));
    t = await startApp(engine);
    const employee_id = await employeeOf(t, t.employee.userId);
    const hours = { pto_hours: 12, reason: 'Sick in May' };
    const changed = await send(t, 'PUT', `/api/employees/${employee_id}`, t.admin, hours);
    expect(changed.statusCode, changed.body).toBe(200);
    await create(t, 'createDamage', { employee_id, damage_description: 'Scratched a door' });
    await create(t, 'uploadSettlements', { user_ids: [t.employee.userId], file_name: 'Week 40' });
    await create(t, 'uploadTraining', { user_ids: [t.employee.userId], file_name: 'Tie-downs' });
    const file = await files.assignFile([t.employee], 'W-4');
    await files.submit(await files.assignmentOf(file, t.employee), t.employee);
    await writeFrom(t, t.employee, t.admin, 'I am late');
    await writeFrom(t, t.admin, t.employee, 'Drive safely');
    await create(t, 'sendNotification', { message: 'Potluck on Friday' });
    expect(
      (await send(t, 'POST', '/api/push/subscriptions', t.employee, secrets)).statusCode,
    ).toBeLessThan(300);
    // Someone else, with everything that must not appear.
    const other = await conversation(t, 'employee');
    await writeFrom(t, other, t.admin, 'a stranger’s secret');
    const stranger = await files.assignFile([other], 'A stranger’s W-4');
    await files.submit(await files.assignmentOf(stranger, other), other);
    await postForm({ ...whole, email: 'rosa@example.com', references: [reference] }, pdfOf('Rosa'));
    await postForm({ ...whole, first_name: 'Strange', email: 'x@example.com' }, pdfOf('x'));
    await send(t, 'POST', '/api/inquiry', null, {
      ...smallInquiry,
      email_address: 'Rosa@example.com',
    });
  });
  afterAll(async () => {
    await t.close();
    await rm(folder, { recursive: true, force: true });
  });

  const collect = async (who: string) => {
    const person = await findPerson(t.ctx, who);
    if (!person) throw new Error(`nothing about ${who}`);
    const tables: Record<string, Record<string, unknown>[]> = {};
    for await (const { table, pages } of person.tables) {
      tables[table] = (await Array.fromAsync(pages)).flat();
    }
    return { keys: person.keys, tables };
  };

  test('exports everything about an employee, no secret and nothing of others (SEC22)', async () => {
    const person = await collect('EMIL');
    expect(Object.keys(person.tables).sort()).toEqual([
      'audit',
      'damages',
      'document_assignments',
      'document_revisions',
      'documents',
      'employees',
      'hours_ledger',
      'messages',
      'notification_recipients',
      'notifications',
      'objects',
      'push_subscriptions',
      'sessions',
      'submissions',
      'users',
    ]);
    const text = JSON.stringify(person.tables);
    for (const own of ['emil@example.com', 'Scratched a door', 'Week 40', 'Tie-downs', 'W-4']) {
      expect(text).toContain(own);
    }
    for (const own of ['I am late', 'Drive safely', 'Potluck on Friday'])
      expect(text).toContain(own);
    expect(text).not.toMatch(/stranger|Strange|password_hash|argon2|anna@example|Rosa/i);
    for (const secret of Object.values(secrets)) expect(text).not.toContain(secret);
    expect(person.keys.file.map((key) => key.split('/')[0]).sort()).toEqual([
      'employee-files',
      'settlements',
      'submissions',
    ]);
    expect((await collect('emil@example.com')).tables).toEqual(person.tables);
  });

  test('exports everything about an applicant by email', async () => {
    const person = await collect('ROSA@example.com');
    expect(person.tables.applications).toHaveLength(1);
    expect(person.tables.work_references).toHaveLength(1);
    expect(person.tables.inquiries).toHaveLength(1);
    expect(person.tables.outbox?.map(({ recipient }) => recipient)).toEqual(['Rosa@example.com']);
    expect(person.keys.file).toHaveLength(1);
    expect(JSON.stringify(person.tables)).not.toMatch(/Strange|x@example/);
    expect(await findPerson(t.ctx, 'nobody@example.com')).toBeNull();
  });

  test('writes files that only their owner can read, and an entry without a name', async () => {
    const target = join(folder, 'rosa');
    await rm(target, { recursive: true, force: true });
    await mkdir(target, { mode: 0o700 });
    const { keys, tables } = await collect('rosa@example.com');
    const person = await findPerson(t.ctx, 'rosa@example.com');
    if (!person) throw new Error('nothing about Rosa');
    const { problems } = await writePerson(t.ctx, person, target);
    expect(problems).toEqual([]);
    for (const [table, rows] of Object.entries(tables)) {
      const text = await readFile(join(target, `${table}.json`), 'utf8');
      expect(text, table).toBe(`${JSON.stringify(rows, null, 2)}\n`);
    }
    const entries = await readdir(target, { recursive: true, withFileTypes: true });
    for (const entry of entries) {
      const { mode } = await stat(join(entry.parentPath, entry.name));
      expect(mode & 0o777, entry.name).toBe(entry.isFile() ? 0o600 : 0o700);
    }
    const [key = ''] = keys.file;
    expect(await readFile(join(target, 'files', key))).toEqual(pdfOf('Rosa'));
    const [application] = JSON.parse(await readFile(join(target, 'applications.json'), 'utf8'));
    expect(application).toMatchObject({ email: 'rosa@example.com', resume_path: key });
    const last = await t.ctx.db
      .selectFrom('audit')
      .selectAll()
      .where('action', '=', 'person.export')
      .execute();
    expect(last.at(-1)).toMatchObject({ target_kind: 'application', label: '' });
  });

  test('writes the other files after one that cannot be read', async () => {
    const target = join(folder, 'emil');
    await rm(target, { recursive: true, force: true });
    await mkdir(target, { mode: 0o700 });
    const person = await findPerson(t.ctx, 'emil@example.com');
    if (!person) throw new Error('nothing about Emil');
    vi.spyOn(t.ctx.storage, 'read').mockRejectedValueOnce(new Error('EIO'));
    const { problems } = await writePerson(t.ctx, person, target);
    const [first, ...others] = person.keys.file;
    expect(others).toHaveLength(2);
    expect(problems).toEqual([`${first} can't be read: EIO.`]);
    for (const key of others)
      expect((await stat(join(target, 'files', key))).size).toBeGreaterThan(0);
  });

  test('a closed account is found after an open one with its former name', async () => {
    const gone = await t.person('gerd', 'employee');
    const closed = await send(t, 'DELETE', `/api/users/${gone.userId}`, t.admin);
    expect(closed.statusCode, closed.body).toBe(200);
    expect((await collect('gerd')).keys.user).toEqual([gone.userId]);
    const next = await t.person('gerd', 'employee');
    expect((await collect('gerd')).keys.user).toEqual([next.userId]);
  });

  test('every endpoint’s data of the admin is exported without labels of others', async () => {
    await sendValid(t, 'listApplications');
    const { tables } = await collect('anna');
    const entries = tables.audit ?? [];
    expect(entries.length).toBeGreaterThan(5);
    for (const { target_kind, label } of entries) {
      if (!['user', 'employee'].includes(String(target_kind))) expect(label).toBeUndefined();
    }
  });
});
