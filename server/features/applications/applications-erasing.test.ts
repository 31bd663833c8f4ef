import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { openFile, send } from '#tests/fixtures/requests.ts';
import { suiteApp } from '#tests/harness/app.ts';
import { onBothWhenFull } from '#tests/harness/databases.ts';
import { pdfOf } from '#tests/harness/multipart.ts';
import {
  applicationForm,
  applicationOf,
  apply,
  listApplications,
  reference,
  storedResumes,
  whole,
} from '#tests/records/hiring.ts';
import { auditsOf, rowsOf } from '#tests/records/stored.ts';

const rosa = {
  ...{ ...whole, first_name: 'Rosa', last_name: 'Delgado', phone: '(815) 555-0177' },
  ...{ email: 'Rosa@Example.com', references: [reference] },
};

onBothWhenFull('erasing an applicant', (engine) => {
  const t = suiteApp(engine);
  beforeEach(async () => {
    for (const { id } of await listApplications(t)) await erase(id);
    await t.ctx.db.deleteFrom('outbox').execute();
  });

  const post = (body: Record<string, unknown>) => apply(t, body);
  const applicant = (id: number) => `/api/application/${id}/applicant`;
  const erase = (id: number) => send(t, 'DELETE', applicant(id), t.admin);
  const names = async () => (await listApplications(t)).map(({ first_name }) => first_name);

  async function queueMail(recipient: string) {
    const mail = { to: recipient, subject: 'Hello', text: 'Hello' };
    await t.ctx.db.transaction().execute((tx) => t.ctx.mailer.enqueue(tx, [mail]));
  }
  const recipients = async () => (await rowsOf(t, 'outbox')).map((row) => row.recipient);

  test('erases all applications, resumes, mails and stored replies of one person (SEC22)', async () => {
    const key = randomUUID();
    const first = await apply(t, applicationForm(rosa, pdfOf('one')), key);
    await post({ ...rosa, email: 'rosa@example.com ', phone: '815 555 0177' });
    // Another address, but the phone and the name of the first.
    const same = { phone: '+1 815-555-0177', last_name: 'DELGADO' };
    await post({ ...rosa, ...same, email: 'rd@example.net' });
    // Who shares the phone, the name or the resume's file is someone else.
    await post({ ...rosa, first_name: 'Luis', email: 'luis@example.com' });
    const stranger = await post({ ...rosa, email: 'other@example.com', phone: '815 555 0178' });
    const other = await apply(t, applicationForm(whole, pdfOf('one')));
    for (const to of ['ROSA@example.com', 'rd@example.net', 'luis@example.com'])
      await queueMail(to);

    const resume = (await applicationOf(t, first.body.id)).resume_path ?? '';
    await openFile(t, resume, t.admin);

    const found = await send(t, 'GET', applicant(first.body.id), t.admin);
    expect(found.json().applications).toHaveLength(3);
    const { first_name, last_name, email, phone } = rosa;
    expect(found.json().applications[2]).toEqual({
      ...{ id: first.body.id, created_at: expect.any(String), position: null },
      ...{ first_name, last_name, email, phone },
    });

    const response = await erase(first.body.id);
    expect([response.statusCode, response.json()]).toEqual([
      200,
      { message: 'Erased 3 applications of this applicant.' },
    ]);
    expect((await names()).sort()).toEqual(['Anna', 'Luis', 'Rosa']);
    expect(await storedResumes(t)).toEqual([(await applicationOf(t, other.body.id)).resume_path]);
    const left = await recipients();
    expect(left).toContain('luis@example.com');
    expect(left.filter((one) => /rosa|rd@/i.test(one))).toEqual([]);
    expect(await rowsOf(t, 'idempotency_keys', { key })).toEqual([]);
    expect(await rowsOf(t, 'work_references')).toHaveLength(2);

    expect(await auditsOf(t, 'application', first.body.id)).toMatchObject([
      { action: 'application.create' },
      {
        ...{ action: 'applicant.erase', user_id: t.admin.userId },
        detail: { applications: 3, mails: 2 },
      },
    ]);
    const entries = await rowsOf(t, 'audit');
    const named = entries.filter(({ label }) => label.startsWith('Rosa'));
    expect(named.map(({ target_id }) => Number(target_id))).toEqual([stranger.body.id]);
    const opened = entries.filter(
      ({ action, target_id }) => action === 'file.open' && target_id === resume,
    );
    expect(opened).toMatchObject([{ label: '' }]);
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
});
