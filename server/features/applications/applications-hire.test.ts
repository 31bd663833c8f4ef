import { extractText, getDocumentProxy } from 'unpdf';
import { beforeEach, expect, test } from 'vitest';
import { applicationStages as messages } from '#contract/messages/application-stages.ts';
import { applications } from '#contract/messages/applications.ts';
import { errorOf, send } from '#tests/fixtures/requests.ts';
import { suiteApp } from '#tests/harness/app.ts';
import { onBothWhenFull } from '#tests/harness/databases.ts';
import { driverFilesOf } from '#tests/harness/driver-files.ts';
import { pdfOf } from '#tests/harness/multipart.ts';
import {
  addApplicationDocument,
  applicationForm,
  applicationOf,
  apply,
  whole,
} from '#tests/records/hiring.ts';
import { changeRows, jsonOf, read, rowsOf } from '#tests/records/stored.ts';
import { expiringApplications } from './applications-erasing.ts';

const { worksHere } = applications;
const record = {
  ...{ addresses: [], employers: [], accidents: [], violations: [], gaps: '', denials: '' },
  ...{ has_no_accidents: 1, has_no_violations: 1 },
};

onBothWhenFull('hiring an applicant', (engine) => {
  const t = suiteApp(engine);
  const files = driverFilesOf(() => t);
  let n = 0;
  beforeEach(async () => {
    n += 1;
    await t.ctx.db.deleteFrom('outbox').execute();
  });

  const person = () => ({ ...whole, last_name: "D'Arcy", email: `applicant${n}@example.com` });
  const work = () => ({
    ...{ username: `darcy${n}`, department: 'Logistics', position: 'Driver' },
    hire_date: '2026-12-01',
  });
  /** Applies, perhaps with a resume; returns the id. */
  const applied = async (resume: Buffer | null = null): Promise<number> =>
    (await apply(t, applicationForm(person(), resume))).body.id;
  const hireAs = (id: number, body: object = work()) =>
    send(t, 'POST', `/api/application/${id}/hire`, t.admin, body);
  const move = (id: number, body: object) =>
    send(t, 'PUT', `/api/application/${id}`, t.admin, body);
  const signed = async (key: string, by = t.admin) =>
    (await send(t, 'GET', `/api/reports/presigned-get?path=${key}`, by)).statusCode;
  const welcomes = async () =>
    (await rowsOf(t, 'outbox', { link: '/reset' })).map(({ subject }) => subject);

  test('writes to the new employee in the language of the application', async () => {
    const id = await applied();
    const applications = t.ctx.db.updateTable('applications').set({ language: 'es' });
    await applications.where('id', '=', id).execute();
    const { user_id } = await jsonOf(hireAs(id));
    expect(await rowsOf(t, 'users', { user_id })).toMatchObject([{ language: 'es' }]);
    expect(await welcomes()).toEqual([expect.stringMatching(/^Le damos la bienvenida/)]);
  });

  test('makes the account, the employee and the driver file, and mails a one-time link', async () => {
    const id = await applied(pdfOf('Resume'));
    const added = await addApplicationDocument(t, id);
    const signature = { is_certified: 1, signed_name: 'Anna Darcy', signed_on: '2026-11-20' };
    const driver_history = JSON.stringify({ ...record, ...signature });
    await changeRows(t, 'applications', { id }, { driver_history });
    const { user_id, employee_id, message } = await jsonOf(hireAs(id));
    expect(message).toMatch(/^Hired\./);
    const application = await applicationOf(t, id);
    expect(application).toMatchObject({ stage: 'hired', hired_user_id: user_id, version: 2 });
    const users = await read(t, '/api/users');
    expect(users.find((user: { user_id: number }) => user.user_id === user_id)).toMatchObject({
      ...work(),
      ...{ employee_id, first_name: 'Anna', last_name: "D'Arcy", phone_number: '555 0100' },
      ...{ user_email: person().email, user_role: 'employee', sign_in: 'link_sent' },
    });
    // What was sent waits for the office's check, the newest first; the application is a PDF.
    const item = await files.item(employee_id, 'application');
    const unchecked = { checked_by: null, status: 'missing' };
    expect(item).toMatchObject({ ...unchecked, issued_on: '2026-11-20' });
    const printed = await Array.fromAsync(await t.ctx.storage.read(item.file_path ?? ''));
    const bytes = new Uint8Array(Buffer.concat(printed));
    const proxy = await getDocumentProxy(bytes, { verbosity: 0 });
    const pdf = (await extractText(proxy)).text.join('\n');
    expect(pdf).toMatch(/Application A-\d+.*Anna D'Arcy.*Signed by\s+Anna Darcy.*11\/20\/2026/s);
    expect(pdf).not.toMatch(/Decline|Two or more races/);
    expect(await files.item(employee_id, 'sent_documents')).toMatchObject(unchecked);
    const history = await files.history(employee_id, 'sent_documents');
    expect(history.map(({ file_path, state }) => [file_path, state])).toEqual([
      [added, 'waiting'],
      [application.resume_path, 'past'],
    ]);
    await jsonOf(files.update(employee_id, 'application', { check: 1 }));
    expect(await files.item(employee_id, 'application')).toMatchObject({ status: 'ok' });
    expect(await rowsOf(t, 'outbox', { link: '/reset' })).toMatchObject([
      { subject: 'Welcome to Kestrel Auto Transport', user_id, has_secret: 1 },
    ]);
    expect((await move(id, { stage: 'declined' })).statusCode).toBe(409);
  });

  test.each(['has another email', 'is closed'])(
    'an applicant is hired once, also when the first account %s',
    async (change) => {
      const id = await applied();
      const { user_id } = (await hireAs(id)).json();
      const url = `/api/users/${user_id}`;
      const changed =
        change === 'is closed'
          ? await send(t, 'DELETE', url, t.admin)
          : await send(t, 'PUT', url, t.admin, { user_email: `moved${n}@example.com` });
      expect(changed.statusCode, changed.body).toBe(200);
      const again = await hireAs(id, { ...work(), username: `again${n}` });
      expect(errorOf(again)).toEqual([409, messages.hiredBefore]);
      expect(await rowsOf(t, 'users', { username: `again${n}` })).toEqual([]);
    },
  );

  test('an application of a person who works here stays, and for three years after', async () => {
    const id = await applied(pdfOf('Resume'));
    const { user_id } = await jsonOf(hireAs(id));
    const url = `/api/application/${id}`;
    for (const path of [url, `${url}/applicant`]) {
      expect(errorOf(await send(t, 'DELETE', path, t.admin))).toEqual([409, worksHere]);
    }
    const old = { created_at: '2020-01-01T00:00:00.000Z' };
    await changeRows(t, 'applications', { id }, old);
    const expiring = (now: string) =>
      expiringApplications.count(t.ctx.db, '2021-01-01T00:00:00.000Z', new Date(now));
    expect(await expiring('2060-01-01T00:00:00Z')).toBe(0);
    await changeRows(t, 'users', { user_id }, { closed_at: '2026-11-29T12:00:00.000Z' });
    expect(await expiring('2029-11-29T11:59:59Z')).toBe(0);
    expect(await expiring('2029-11-29T12:00:01Z')).toBe(1);
    expect((await send(t, 'DELETE', url, t.admin)).statusCode).toBe(200);
  });

  test('a taken name or address stores nothing', async () => {
    const tables = ['users', 'employees', 'driver_documents', 'application_notes'] as const;
    const counts = () => Promise.all(tables.map(async (table) => (await rowsOf(t, table)).length));
    const id = await applied();
    const { body: same } = await apply(t, { ...person(), email: 'emil@example.com' });
    const before = [await counts(), await welcomes()];
    const taken = await hireAs(id, { ...work(), username: 'EMIL' });
    expect([taken.statusCode, taken.json().fields]).toEqual([
      409,
      { username: expect.any(String) },
    ]);
    const address = await hireAs(same.id);
    expect([address.statusCode, address.json().code]).toEqual([409, 'already_exists']);
    expect([await counts(), await welcomes()]).toEqual(before);
  });

  test('an admin needs a recent password; the stage mail that waits is stopped', async () => {
    const id = await applied();
    await move(id, { stage: 'offer', notify: 1 });
    const old = { created_at: '2020-01-01T00:00:00.000Z', confirmed_at: null };
    const sessions = t.ctx.db.updateTable('sessions').set(old);
    await sessions.where('user_id', '=', t.admin.userId).execute();
    const admin = await hireAs(id, { ...work(), user_role: 'admin' });
    expect([admin.statusCode, admin.json().code]).toEqual([403, 'confirmation_required']);
    await jsonOf(hireAs(id));
    expect((await applicationOf(t, id)).events.map(({ kind }) => kind)).toEqual([
      ...['offer', 'mail', 'mail_stopped', 'hired'],
    ]);
  });

  test('who withdrew can still be hired', async () => {
    const id = await applied();
    expect((await move(id, { stage: 'withdrawn' })).statusCode).toBe(200);
    const { version } = await applicationOf(t, id);
    expect((await hireAs(id, { ...work(), version })).statusCode).toBe(201);
  });

  test('the driver reads what they had sent, and nobody else', async () => {
    const id = await applied(pdfOf('Resume'));
    const key = (await applicationOf(t, id)).resume_path ?? '';
    const { user_id } = (await hireAs(id)).json();
    expect([await signed(key), await signed(key, t.employee)]).toEqual([200, 404]);
    // The driver file passes to an account that the test can sign in with.
    const pass = (from: number, to: number) =>
      t.ctx.db.updateTable('employees').set({ user_id: to }).where('user_id', '=', from).execute();
    await pass(user_id, t.employee.userId);
    expect(await signed(key, t.employee)).toBe(200);
    await pass(t.employee.userId, user_id);
  });
});
