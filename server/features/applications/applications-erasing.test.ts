import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openFile, send } from '#tests/fixtures/requests.ts';
import { startApp, type TestApp } from '#tests/harness/app.ts';
import { applicationsOf, reference, whole } from '#tests/harness/applications.ts';
import { onBothWhenFull } from '#tests/harness/databases.ts';
import { pdfOf } from '#tests/harness/multipart.ts';

const rosa = {
  ...whole,
  first_name: 'Rosa',
  last_name: 'Delgado',
  phone: '(815) 555-0177',
  email: 'Rosa@Example.com',
  references: [reference],
};

onBothWhenFull('erasing an applicant', (engine) => {
  let t: TestApp;
  beforeEach(async () => {
    t = await startApp(engine);
  });
  afterEach(() => t.close());

  const { post, postForm, list, kept } = applicationsOf(() => t);
  const applicant = (id: number) => `/api/application/${id}/applicant`;
  const erase = (id: number) => send(t, 'DELETE', applicant(id), t.admin);
  const names = async () => (await list()).rows.map(({ first_name }) => first_name);

  async function queueMail(recipient: string) {
    const mail = { to: recipient, subject: 'Hello', text: 'Hello' };
    await t.ctx.db.transaction().execute((tx) => t.ctx.mailer.enqueue(tx, [mail]));
  }
  const recipients = async () =>
    (await t.ctx.db.selectFrom('outbox').select('recipient').execute()).map((row) => row.recipient);

  test('erases all applications, resumes, mails and stored replies of one person (SEC22)', async () => {
    const key = randomUUID();
    const first = await postForm(rosa, pdfOf('one'), key);
    await post({ ...rosa, email: 'rosa@example.com ', phone: '815 555 0177' });
    // Another address, but the phone and the name of the first.
    await post({
      ...rosa,
      email: 'rd@example.net',
      phone: '+1 815-555-0177',
      last_name: 'DELGADO',
    });
    // Who shares the phone, the name or the resume's file is someone else.
    await post({ ...rosa, first_name: 'Luis', email: 'luis@example.com' });
    await post({ ...rosa, email: 'other@example.com', phone: '815 555 0178' });
    const other = await postForm(whole, pdfOf('one'));
    await queueMail('ROSA@example.com');
    await queueMail('rd@example.net');
    await queueMail('luis@example.com');

    const [resume = ''] = (await list()).rows.flatMap(({ id, resume_path }) =>
      id === first.body.id ? (resume_path ?? []) : [],
    );
    await openFile(t, resume, t.admin);

    const found = await send(t, 'GET', applicant(first.body.id), t.admin);
    expect(found.json().applications).toHaveLength(3);
    expect(found.json().applications[2]).toEqual({
      id: first.body.id,
      created_at: expect.any(String),
      position: null,
      first_name: 'Rosa',
      last_name: 'Delgado',
      email: 'Rosa@Example.com',
      phone: '(815) 555-0177',
    });

    const response = await erase(first.body.id);
    expect([response.statusCode, response.json()]).toEqual([
      200,
      { message: 'Erased 3 applications of this applicant.' },
    ]);
    expect((await names()).sort()).toEqual(['Anna', 'Luis', 'Rosa']);
    expect(await kept()).toEqual([
      (await list()).rows.find(({ id }) => id === other.body.id)?.resume_path,
    ]);
    expect((await recipients()).filter((one) => /rosa|rd@/i.test(one))).toEqual([]);
    const { db } = t.ctx;
    const keys = await db.selectFrom('idempotency_keys').select('key').execute();
    expect(keys).toEqual([]);
    const references = await db.selectFrom('work_references').select('application_id').execute();
    expect(references).toHaveLength(2);

    const entries = await db.selectFrom('audit').selectAll().orderBy('id').execute();
    const own = entries.filter(
      ({ target_kind, target_id }) =>
        target_kind === 'application' && target_id === String(first.body.id),
    );
    expect(own.map(({ action, label }) => [action, label])).toEqual([
      ['application.create', ''],
      ['applicant.erase', ''],
    ]);
    expect(own.at(-1)).toMatchObject({ user_id: t.admin.userId });
    expect(JSON.parse(own.at(-1)?.detail ?? '')).toEqual({ applications: 3, mails: 2 });
    const opened = entries.filter(({ action }) => action === 'file.open');
    expect(opened.map(({ target_id, label }) => [target_id, label])).toEqual([[resume, '']]);
    const others = entries.filter(({ label }) => label.startsWith('Rosa'));
    expect(others).toHaveLength(1);
    expect((await erase(first.body.id)).statusCode).toBe(404);
  });

  test('keeps mails of an account and of an inquiry with the same address', async () => {
    const account = await post({ ...rosa, email: 'emil@example.com' });
    await queueMail('emil@example.com');
    await erase(account.body.id);
    expect(await names()).toEqual([]);
    expect(await recipients()).toEqual(['emil@example.com']);
  });

  test('an extension shared by everybody does not join two applicants', async () => {
    const one = await post({ ...rosa, phone: '100' });
    await post({ ...rosa, phone: '100', email: 'namesake@example.com' });
    await erase(one.body.id);
    expect(await names()).toEqual(['Rosa']);
  });

  test('two at once erase once', async () => {
    const { body } = await post(rosa);
    const both = await Promise.all([erase(body.id), erase(body.id)]);
    for (const { statusCode } of both) expect([200, 404]).toContain(statusCode);
    expect(await names()).toEqual([]);
    const entries = await t.ctx.db
      .selectFrom('audit')
      .select('detail')
      .where('action', '=', 'applicant.erase')
      .execute();
    expect(entries).toHaveLength(1);
  });
});
