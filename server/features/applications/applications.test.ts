import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { fillKeys } from '#server/database/contact-keys.ts';
import { openFile, send } from '#tests/fixtures/requests.ts';
import { createId } from '#tests/fixtures/valid-requests.ts';
import { suiteApp } from '#tests/harness/app.ts';
import { onBothWhenFull } from '#tests/harness/databases.ts';
import { pdfOf, sha256 } from '#tests/harness/multipart.ts';
import {
  applicationForm,
  applicationOf,
  apply,
  experience,
  listApplications,
  reference,
  storedResumes,
  whole,
} from '#tests/records/hiring.ts';
import { auditsOf, changeRows, rowsOf } from '#tests/records/stored.ts';
import { mailsOf } from '#tests/records/traces.ts';

const rosa = {
  ...{ ...whole, first_name: 'Rosa', last_name: 'Delgado', phone: '(815) 555-0177' },
  ...{ email: 'Rosa@Example.com', references: [reference] },
};

onBothWhenFull('applications', (engine) => {
  const t = suiteApp(engine);
  const remove = (id: number) => send(t, 'DELETE', `/api/application/${id}`, t.admin);
  const count = async () => (await listApplications(t)).length;

  test('stores an application with a resume exactly as sent', async () => {
    const pdf = pdfOf('Anna');
    const fields = {
      ...{ ...whole, has_cdl_license: '1', carHaulingExperienceYears: '7', unknown: 'x' },
      ...{ cdl_expiration_date: '2027-02-28', driver_license_expiration: '' },
      workExperiences: [experience, { company: '', is_current: 0 }],
      references: [reference],
    };
    const sent = await apply(t, applicationForm(fields, pdf));
    const status_url = expect.stringContaining('/application/status/');
    const message = 'Application submitted successfully!';
    expect(sent).toEqual({ status: 201, body: { message, id: expect.any(Number), status_url } });
    const row = await applicationOf(t, sent.body.id);
    const id = expect.any(Number);
    expect(row).toMatchObject({
      ...{ ...whole, job_id: null, position: null, zipcode: '', has_cdl_license: 1 },
      ...{ has_dot_card: 0, certification: 0, car_hauling_experience_years: 7 },
      ...{ cdl_expiration_date: '2027-02-28', driver_license_expiration: null },
      resume_path: expect.stringMatching(/^resumes\/[0-9a-f-]{36}\.pdf$/),
      work_experiences: [{ ...experience, id, to_date: null, is_current: 0, description: '' }],
      work_references: [{ ...reference, id, relationship: '' }],
    });
    expect(row).not.toHaveProperty('unknown');
    expect(await rowsOf(t, 'objects', { key: row.resume_path ?? '' })).toMatchObject([
      {
        ...{ kind: 'pdf', size: pdf.length, sha256: sha256(pdf) },
        original_name: 'Anna, CV; Näf.pdf',
      },
    ]);
  });

  test('stores the job’s id and name, ignores unknown jobs and refuses deleted ones', async () => {
    const job_id = await createId(t, 'createJob', { position: 'Car Hauler' });
    const { body } = await apply(t, { ...whole, job_id });
    expect(await applicationOf(t, body.id)).toMatchObject({ job_id, position: 'Car Hauler' });
    await send(t, 'DELETE', `/api/careers/${job_id}`, t.admin);
    expect(await applicationOf(t, body.id)).toMatchObject({ job_id: null, position: 'Car Hauler' });
    const late = await apply(t, { ...whole, job_id });
    expect([late.status, late.body.code]).toEqual([409, 'job_closed']);
    for (const unknown of [99_999, 99_999_999_999, 'x']) {
      const later = await apply(t, { ...whole, job_id: unknown });
      expect(later.status).toBe(201);
      expect(await applicationOf(t, later.body.id)).toMatchObject({ job_id: null, position: null });
    }
  });

  test('rejects a job that ended before it started and stores neither a row nor a resume', async () => {
    const before = [await count(), await storedResumes(t)];
    const wrong = { ...whole, workExperiences: [{ ...experience, to_date: '2019-02-27' }] };
    for (const body of [wrong, applicationForm(wrong, pdfOf())]) {
      const refused = await apply(t, body);
      expect(refused.status).toBe(400);
      expect(Object.keys(refused.body.fields)).toEqual(['workExperiences.0.to_date']);
    }
    expect([await count(), await storedResumes(t)]).toEqual(before);
  });

  test('returns its own message when a required field is missing', async () => {
    const { body } = await apply(t, { ...whole, city: '' });
    expect(body.error).toBe('Please fill in all required fields.');
  });

  test('accepts camelCase keys in rows and stores unanswered flags as 0', async () => {
    const person = { firstName: 'Ada', lastName: 'Nun', phone: '815-555-0101' };
    const job = { company: 'Prairie', position: 'Driver', fromDate: '2020-02-29', isCurrent: true };
    const { body } = await apply(t, {
      ...{ ...whole, has_dot_card: null, workExperiences: [job] },
      references: [{ ...person, email: 'ada@example.com' }],
    });
    expect(await applicationOf(t, body.id)).toMatchObject({
      has_dot_card: 0,
      work_experiences: [{ from_date: '2020-02-29', is_current: 1 }],
      work_references: [{ first_name: 'Ada', last_name: 'Nun' }],
    });
  });

  test('deletes the rows and the resume', async () => {
    const fields = { ...whole, references: [reference], workExperiences: [experience] };
    const { body } = await apply(t, applicationForm(fields, pdfOf()));
    const key = (await applicationOf(t, body.id)).resume_path ?? '';
    expect(await storedResumes(t)).toContain(key);
    expect((await remove(body.id)).json()).toEqual({
      message: 'Application deleted successfully.',
    });
    expect(await storedResumes(t)).not.toContain(key);
    expect(await rowsOf(t, 'work_references', { application_id: body.id })).toEqual([]);
    expect(await rowsOf(t, 'objects', { key })).toEqual([]);
  });

  test('audits no personal data beyond the name', async () => {
    const { body } = await apply(t, {
      ...{ ...whole, first_name: 'Erin', last_name: 'Oakes', phone: '555 marker' },
      ...{ email: 'marker@example.com', street_address: '1 Marker Street', city: 'Markerville' },
    });
    expect((await remove(body.id)).statusCode).toBe(200);
    const actions = (await auditsOf(t, 'application', body.id)).map(({ action }) => action);
    expect(actions).toEqual(['application.create', 'application.delete']);
    const audit = await rowsOf(t, 'audit', {}, 'id');
    const deleted = audit.findLast(({ action }) => action === 'application.delete');
    expect(deleted?.label).toBe('Erin Oakes');
    expect(JSON.stringify(audit)).not.toMatch(/marker/i);
  });

  test('deletes the bytes of a failed transaction, and stores no row when storage fails', async () => {
    const before = [await count(), (await storedResumes(t)).sort()];
    const { storage } = t.ctx;
    const keep = storage.put;
    storage.put = async () => {
      throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
    };
    expect((await apply(t, applicationForm(whole, pdfOf()))).status).toBe(503);
    storage.put = keep;
    const { schema } = t.ctx.db;
    const form = applicationForm({ ...whole, references: [reference] }, pdfOf());
    await schema.alterTable('work_references').renameTo('elsewhere').execute();
    expect((await apply(t, form)).status).toBe(500);
    await schema.alterTable('elsewhere').renameTo('work_references').execute();
    expect([await count(), (await storedResumes(t)).sort()]).toEqual(before);
  });

  const post = (body: Record<string, unknown>) => apply(t, body);
  const applicant = (id: number) => `/api/application/${id}/applicant`;
  const erase = (id: number, query = '') => send(t, 'DELETE', applicant(id) + query, t.admin);
  const names = async () => (await listApplications(t)).map(({ first_name }) => first_name);

  /** Erases everybody, also the mails to them. */
  async function clear() {
    for (const { id } of await listApplications(t)) await erase(id);
    await t.ctx.db.deleteFrom('outbox').execute();
  }
  async function queueMail(recipient: string) {
    const mail = { to: recipient, subject: 'Hello', text: 'Hello' };
    await t.ctx.db.transaction().execute((tx) => t.ctx.mailer.enqueue(tx, [mail]));
  }
  const recipients = async () => (await rowsOf(t, 'outbox')).map((row) => row.recipient);

  test('erasing an applicant erases all applications, resumes, mails and stored replies of one person (SEC22)', async () => {
    await clear();
    const key = randomUUID();
    const first = await apply(t, applicationForm(rosa, pdfOf('one')), key);
    await post({ ...rosa, email: 'rosa@example.com ', phone: '815 555 0177' });
    // Another address, but the phone and the name of the first.
    const same = { phone: '+1 815-555-0177', last_name: 'DELGADO' };
    await post({ ...rosa, ...same, email: 'rd@example.net' });
    // Who shares the phone, the name or the resume's file is someone else; the address, perhaps.
    await post({ ...rosa, first_name: 'Luis', email: 'luis@example.com' });
    const shared = await post({ ...whole, email: rosa.email, phone: '1', first_name: 'Ida' });
    const stranger = await post({ ...rosa, email: 'other@example.com', phone: '815 555 0178' });
    const other = await apply(t, applicationForm(whole, pdfOf('one')));
    for (const to of ['ROSA@example.com', 'rd@example.net', 'luis@example.com'])
      await queueMail(to);

    const resume = (await applicationOf(t, first.body.id)).resume_path ?? '';
    await openFile(t, resume, t.admin);

    const found = await send(t, 'GET', applicant(first.body.id), t.admin);
    const ids = found.json().applications.map(({ id }: { id: number }) => id);
    expect(ids).toHaveLength(4);
    const { first_name, last_name, email, phone } = rosa;
    expect(found.json().applications[3]).toEqual({
      ...{ id: first.body.id, created_at: expect.any(String), position: null },
      ...{ first_name, last_name, email, phone, by_link: 1 },
    });

    expect((await erase(first.body.id, `?applications=${stranger.body.id}`)).statusCode).toBe(409);
    const own = ids.filter((id: number) => id !== shared.body.id);
    const response = await erase(first.body.id, `?applications=${own}`);
    expect(response.json()).toEqual({ message: 'Erased 3 applications.' });
    expect((await names()).sort()).toEqual(['Anna', 'Ida', 'Luis', 'Rosa']);
    // Mails to an address that another applicant has stay; those about the erased ones don't.
    const toRosa = (await mailsOf(t, rosa.email)).map(({ subject }) => subject);
    expect(toRosa).toEqual([`We received your application A-${shared.body.id}`]);
    expect((await erase(shared.body.id)).statusCode).toBe(200);
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
        detail: { applications: 3, drafts: 0, mails: expect.any(Number) },
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

  test('erasing keeps mails of an account and of an inquiry with the same address', async () => {
    await clear();
    const account = await post({ ...rosa, email: 'emil@example.com' });
    await queueMail('emil@example.com');
    await erase(account.body.id);
    expect(await names()).toEqual([]);
    expect(await recipients()).toEqual(['emil@example.com']);
  });

  test('finds addresses that the database folds otherwise, and nobody by an extension that all share', async () => {
    await clear();
    const one = await post({ ...whole, phone: '100', email: 'ÁNA@example.com' });
    await post({ ...whole, phone: '100', email: 'namesake@example.com' });
    const lower = await post({ ...whole, phone: '101', email: 'ána@example.com' });
    await queueMail('Ána@example.com');
    // As a node of the release before stores them.
    await changeRows(t, 'applications', { id: one.body.id }, { email_key: '', person_key: '' });
    await fillKeys(t.ctx.db);
    expect((await erase(lower.body.id, `?applications=${one.body.id}`)).statusCode).toBe(200);
    expect(await names()).toEqual(['Anna']);
    expect((await recipients()).filter((to) => /na@example/i.test(to))).toEqual([]);
  });
});
