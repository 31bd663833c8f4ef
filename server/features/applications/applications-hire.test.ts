import { beforeEach, expect, test } from 'vitest';
import { sessionActorOf, suiteApp } from '#tests/harness/app.ts';
import { applicationsOf, whole } from '#tests/harness/applications.ts';
import { onBothDatabases } from '#tests/harness/databases.ts';
import { driverFilesOf } from '#tests/harness/driver-files.ts';
import { pdfOf } from '#tests/harness/multipart.ts';
import { writeTransaction } from '../../platform/writes/writes.ts';
import { deleteDocument } from '../driver-file/driver-file-removal.ts';
import { removeApplications } from './applications-erasing.ts';

onBothDatabases('hiring an applicant', (engine) => {
  const t = suiteApp(engine);
  const { post, postForm, one } = applicationsOf(() => t);
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
  const hireAs = (id: number, payload: object = work(), headers: object = t.admin.headers) =>
    t.app.inject({
      ...({ method: 'POST', url: `/api/application/${id}/hire`, payload } as const),
      headers: headers as Record<string, string>,
    });
  const objects = async () =>
    (await t.ctx.db.selectFrom('objects').select('key').execute()).map(({ key }) => key);
  const signed = async (key: string, headers: Record<string, string>) =>
    (await t.app.inject({ url: `/api/reports/presigned-get?path=${key}`, headers })).statusCode;

  /** A document that the applicant added after sending. */
  async function addDocument(application_id: number): Promise<string> {
    const added = `resumes/added-${n}.pdf`;
    const sha256 = 'a'.repeat(64);
    await t.ctx.db
      .insertInto('objects')
      .values({
        ...{ key: added, kind: 'pdf', media_type: 'application/pdf', size: 1 },
        ...{ sha256, original_name: 'Medical card.pdf', created_at: new Date().toISOString() },
      })
      .execute();
    await t.ctx.db
      .insertInto('application_documents')
      .values({ application_id, object_key: added, created_at: new Date().toISOString() })
      .execute();
    return added;
  }

  test('gives the account the language of the application', async () => {
    const { body } = await postForm(person(), null);
    const spanish = { language: 'es' } as const;
    await t.ctx.db.updateTable('applications').set(spanish).where('id', '=', body.id).execute();
    const hired = await hireAs(body.id);
    expect(hired.statusCode, hired.body).toBe(201);
    const { user_id } = hired.json();
    const user = await t.ctx.db
      .selectFrom('users')
      .select('language')
      .where('user_id', '=', user_id)
      .executeTakeFirst();
    expect(user).toEqual(spanish);
  });

  test('makes the account, the employee and the driver file, and mails a one-time link', async () => {
    const { body } = await postForm(person(), pdfOf('Resume'));
    const added = await addDocument(body.id);
    const response = await hireAs(body.id);
    expect(response.statusCode, response.body).toBe(201);
    const { user_id, employee_id, message } = response.json();
    expect(message).toMatch(/^Hired\./);
    const application = await one(body.id);
    expect(application).toMatchObject({ stage: 'hired', hired_user_id: user_id, version: 2 });
    const { headers } = t.admin;
    const users = (await t.app.inject({ url: '/api/users', headers })).json();
    expect(users.find((user: { user_id: number }) => user.user_id === user_id)).toMatchObject({
      ...work(),
      ...{ employee_id, first_name: 'Anna', last_name: "D'Arcy", phone_number: '555 0100' },
      ...{ user_email: person().email, user_role: 'employee', sign_in: 'link_sent' },
    });
    // What was sent waits for the office's check, and the resume is in the history.
    const item = await files.item(employee_id, 'application');
    expect(item).toMatchObject({ file_path: added, checked_by: null, status: 'ok' });
    const history = await files.history(employee_id, 'application');
    expect(history.map(({ file_path, state }) => [file_path, state])).toEqual([
      [added, 'waiting'],
      [application?.resume_path, 'past'],
    ]);
    const mails = t.ctx.db.selectFrom('outbox').selectAll().where('link', '=', '/reset');
    expect(await mails.execute()).toMatchObject([
      { subject: 'Welcome to Kestrel Auto Transport', user_id, has_secret: 1, link: '/reset' },
    ]);
    // A second hire, also of two at once, changes nothing.
    n += 100;
    expect((await hireAs(body.id)).statusCode).toBe(409);
    const moved = await t.app.inject({
      ...({ method: 'PUT', url: `/api/application/${body.id}`, headers } as const),
      payload: { stage: 'declined' },
    });
    expect(moved.statusCode).toBe(409);
  });

  test('a taken name or address, or another hire at once, stores nothing', async () => {
    const { body } = await post(person());
    const counts = async () => {
      const { db } = t.ctx;
      const rows = await Promise.all(
        (['users', 'employees', 'driver_documents', 'outbox', 'application_notes'] as const).map(
          (table) =>
            db
              .selectFrom(table)
              .select((eb) => eb.fn.countAll().as('n'))
              .execute(),
        ),
      );
      return rows.map(([row]) => Number(row?.n));
    };
    const { body: same } = await post({ ...person(), email: 'emil@example.com' });
    const before = await counts();
    const taken = await hireAs(body.id, { ...work(), username: 'EMIL' });
    expect([taken.statusCode, taken.json().fields]).toEqual([
      409,
      { username: expect.any(String) },
    ]);
    const address = await hireAs(same.id);
    expect([address.statusCode, address.json().code]).toEqual([409, 'already_exists']);
    expect(await counts()).toEqual(before);
    const both = await Promise.all([
      hireAs(body.id),
      hireAs(body.id, { ...work(), username: `other${n}` }),
    ]);
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409]);
    expect((await counts())[0]).toBe((before[0] ?? 0) + 1);
  });

  test('a retry gets the first answer; an admin needs a recent password; the stage mail that waits is stopped', async () => {
    const { body } = await post(person());
    const { headers } = t.admin;
    await t.app.inject({
      ...({ method: 'PUT', url: `/api/application/${body.id}`, headers } as const),
      payload: { stage: 'offer', notify: 1 },
    });
    await t.ctx.db
      .updateTable('sessions')
      .set({ created_at: '2020-01-01T00:00:00.000Z', confirmed_at: null })
      .where('user_id', '=', t.admin.userId)
      .execute();
    const admin = await hireAs(body.id, { ...work(), user_role: 'admin' });
    expect([admin.statusCode, admin.json().code]).toEqual([403, 'confirmation_required']);
    const keyed = { ...headers, 'idempotency-key': crypto.randomUUID() };
    const first = await hireAs(body.id, work(), keyed);
    expect(first.statusCode, first.body).toBe(201);
    expect((await hireAs(body.id, work(), keyed)).json()).toEqual(first.json());
    const mails = t.ctx.db.selectFrom('outbox').select('subject').where('link', '=', '/reset');
    expect(await mails.execute()).toEqual([{ subject: 'Welcome to Kestrel Auto Transport' }]);
    expect((await one(body.id))?.events.map(({ kind }) => kind)).toEqual([
      ...['offer', 'mail', 'mail_stopped', 'hired'],
    ]);
  });

  test('a stale version is 409 with the current stage; who withdrew can still be hired', async () => {
    const { body } = await post(person());
    const { version } = (await one(body.id)) ?? {};
    const withdrawn = await t.app.inject({
      ...({ method: 'PUT', url: `/api/application/${body.id}` } as const),
      ...{ headers: t.admin.headers, payload: { stage: 'withdrawn' } },
    });
    expect(withdrawn.statusCode).toBe(200);
    const stale = await hireAs(body.id, { ...work(), version });
    expect([stale.statusCode, stale.json()]).toMatchObject([
      409,
      { code: 'version_conflict', current: { stage: 'withdrawn', hired_user_id: null } },
    ]);
    const { version: current } = (await one(body.id)) ?? {};
    expect((await hireAs(body.id, { ...work(), version: current })).statusCode).toBe(201);
  });

  test('the driver reads what they had sent, and nobody else', async () => {
    const { body } = await postForm(person(), pdfOf('Resume'));
    const key = (await one(body.id))?.resume_path ?? '';
    const { user_id } = (await hireAs(body.id)).json();
    expect(await signed(key, t.admin.headers)).toBe(200);
    expect(await signed(key, t.employee.headers)).toBe(404);
    // The driver file passes to an account that the test can sign in with.
    await t.ctx.db
      .updateTable('employees')
      .set({ user_id: t.employee.userId })
      .where('user_id', '=', user_id)
      .execute();
    expect(await signed(key, t.employee.headers)).toBe(200);
    await t.ctx.db
      .updateTable('employees')
      .set({ user_id })
      .where('user_id', '=', t.employee.userId)
      .execute();
  });

  test.each(['application', 'document', 'both at once'] as const)(
    'a file of an application and a driver file goes with the later of them: %s first',
    async (order) => {
      const { body } = await postForm(person(), pdfOf('Resume'));
      const added = await addDocument(body.id);
      const key = (await one(body.id))?.resume_path ?? '';
      const { employee_id } = (await hireAs(body.id)).json();
      const history = await files.history(employee_id, 'application');
      const actor = sessionActorOf(t.admin);
      const application = () =>
        writeTransaction(t.ctx, actor, (write) => removeApplications(t.ctx, write, [body.id]));
      const document = async () => {
        for (const { document_id } of history) await deleteDocument(t.ctx, document_id, actor);
      };
      const steps = order === 'document' ? [document, application] : [application, document];
      if (order === 'both at once') await Promise.all(steps.map((step) => step()));
      else {
        await steps[0]?.();
        expect(await objects()).toEqual(expect.arrayContaining([key, added]));
        await steps[1]?.();
      }
      const left = await objects();
      expect([left.includes(key), left.includes(added)]).toEqual([false, false]);
    },
  );

  test('a document of an application is deleted with it', async () => {
    const { body } = await post(person());
    const added = await addDocument(body.id);
    const url = `/api/application/${body.id}`;
    await t.app.inject({ method: 'DELETE', url, headers: t.admin.headers });
    expect(await objects()).not.toContain(added);
  });
});
