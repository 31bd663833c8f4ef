import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { send } from '#tests/fixtures/requests.ts';
import { createId } from '#tests/fixtures/valid-requests.ts';
import { suiteApp } from '#tests/harness/app.ts';
import { onBothWhenFull } from '#tests/harness/databases.ts';
import { formBody, pdfOf } from '#tests/harness/multipart.ts';
import { codeOf } from '#tests/harness/testimonials.ts';
import { closePages, drain, eventsOn, listen, openPage } from '#tests/realtime/pages.ts';
import { applicationOf, applied, apply, draftCode, started, whole } from '#tests/records/hiring.ts';
import { auditsOf, jsonOf, read, rowsOf } from '#tests/records/stored.ts';
import { linkedMessagesTo, mailsOf } from '#tests/records/traces.ts';
import { mailReasons } from '../../mail-reasons.ts';
import { mailTask } from '../../platform/mail/mail-task.ts';
import { sweepDrafts } from './application-drafts.service.ts';

onBothWhenFull('an applicant', (engine) => {
  let days = 0;
  const t = suiteApp(engine, { now: () => new Date(Date.now() + days * 86_400_000) });
  beforeEach(async () => {
    days = 0;
    for (const table of ['applications', 'application_drafts', 'outbox'] as const) {
      await t.ctx.db.deleteFrom(table).execute();
    }
  });

  const address = (code: string, rest = '') => `/api/application/status/${code}${rest}`;
  const status = (code: string) => send(t, 'GET', address(code), null);
  const correct = (code: string, body: object) => send(t, 'PUT', address(code), null, body);
  const withdraw = (code: string) => send(t, 'POST', address(code, '/withdraw'), null);
  const move = (id: number, body: object) =>
    send(t, 'PUT', `/api/application/${id}`, t.admin, body);
  const setStage = (id: number, stage: 'reviewed' | 'declined' | 'hired') =>
    t.ctx.db.updateTable('applications').set({ stage }).where('id', '=', id).execute();
  const toOffice = () => mailsOf(t, t.ctx.config.officeEmail);

  function addDocument(code: string) {
    const file = { name: 'file', value: pdfOf('card'), filename: "Rosa's card.pdf" };
    return send(t, 'POST', address(code, '/documents'), null, formBody({}, file));
  }

  test('gets a receipt with the status link, and the office a mail without what it may not have', async () => {
    const more = { cdl_license_number: 'D400-1234', has_cdl_license: 1 };
    const { id, url, code, email } = await applied(t, more);
    expect(url).toBe(`${t.ctx.config.publicUrl}/application/status/${code}`);
    const [receipt] = await mailsOf(t, email);
    const subject = `We received your application A-${id}`;
    expect(receipt).toMatchObject({ subject, has_secret: 1 });
    expect(receipt?.text).toContain(url);
    expect(receipt?.text).toContain('We will call you by ');
    expect(receipt?.text).not.toContain('Anna');
    const [mail] = await toOffice();
    expect(mail?.text).toContain('Anna Näf');
    expect(mail?.text).not.toMatch(/D400|Decline|Two or more/);
    expect(JSON.stringify(await rowsOf(t, 'idempotency_keys'))).not.toContain(code);
  });

  test('who applies in Spanish is mailed in Spanish, also later, and the office in English', async () => {
    const spanish = { 'accept-language': 'es-US,es;q=0.9' };
    const email = 'rosa@example.com';
    const link = (path: string) => `${t.ctx.config.publicUrl}/es/application${path}`;
    const draft = { email, values: { first_name: 'Rosa' }, job_id: null };
    await send(t, 'POST', '/api/application/drafts', null, draft, spanish);
    const quick = started();
    await send(t, 'POST', '/api/application/started', null, quick, spanish);
    const { body: sent } = await apply(t, { ...whole, email }, undefined, spanish);
    expect(sent.message).toBe('¡Su solicitud se envió!');
    await move(sent.id, { stage: 'interview', notify: true });

    const statusLink = link(`/status/${codeOf(sent.status_url)}\n`);
    const draftLink = expect.stringContaining(link('#draft='));
    expect(await mailsOf(t, email)).toMatchObject([
      { subject: 'Siga con su solicitud', text: draftLink },
      {
        subject: `Recibimos su solicitud A-${sent.id}`,
        text: expect.stringContaining(statusLink),
      },
      { subject: 'Queremos hablar con usted', text: expect.stringMatching(/^Hola:\n/) },
    ]);
    expect(await mailsOf(t, quick.email)).toMatchObject([
      { subject: 'Le llamaremos por su solicitud', text: draftLink },
    ]);
    const english = { text: expect.stringContaining('Language: Spanish') };
    expect(await toOffice()).toMatchObject([
      { subject: "Started application from Rosa D'Amico", ...english },
      { subject: `Application A-${sent.id} from Anna Näf`, ...english },
    ]);
  });

  test('who applies in Spanish reads the Spanish name of the job, also of another job of that name', async () => {
    const name = { position: 'Night dispatcher', positionEs: 'Despachador de noche' };
    const job_id = await createId(t, 'createJob', name);
    const spanish = { 'accept-language': 'es' };
    const { body } = await apply(t, { ...whole, job_id }, undefined, spanish);
    const code = codeOf(body.status_url);
    await createId(t, 'createJob', { ...name, positionEs: 'Despacho nocturno' });
    await move(body.id, { stage: 'offer', notify: true });
    expect((await status(code)).json()).toMatchObject({
      ...{ position: 'Night dispatcher', position_es: 'Despachador de noche' },
    });
    await send(t, 'DELETE', `/api/careers/${job_id}`, t.admin);
    await correct(code, { email: 'luz@example.com' });
    const textsTo = async (recipient: string) =>
      (await mailsOf(t, recipient)).map(({ text }) => text).join();
    // Those that still waited have the new address.
    const toLuz = await textsTo('luz@example.com');
    expect(toLuz).toContain('su solicitud para Despachador de noche a ');
    expect(toLuz).toContain('el puesto Despachador de noche');
    expect((await status(code)).json().position_es).toBe('Despacho nocturno');
    const toOffice = await textsTo(t.ctx.config.officeEmail);
    expect(toOffice).toMatch(/applies for Night dispatcher\..*\/applications\?application=\d+/s);
  });

  test('sees the stage and what may still be sent', async () => {
    const { id, code } = await applied(t, { has_cdl_license: 1 });
    expect((await status(code)).json()).toEqual({
      ...{ reference: `A-${id}`, position: null, stage: 'received', first_name: 'Anna', hired: 0 },
      created_at: expect.any(String),
      missing: [
        ...['resume', 'cdl_license_number', 'cdl_expiration_date'],
        ...['addresses', 'employers', 'accidents', 'violations', 'statement'],
      ],
    });
    await setStage(id, 'reviewed');
    await correct(code, { cdl_license_number: 'D1', cdl_expiration_date: '2030-01-01' });
    await addDocument(code);
    const history = { has_no_accidents: 1, is_certified: 1, signed_name: 'Anna Näf' };
    const sendHistory = async (driver_history: object) =>
      (await jsonOf(send(t, 'PUT', address(code, '/history'), null, { driver_history }))).message;
    const still = 'Still missing: Your addresses of the last three years; Your employers';
    expect(await sendHistory({ ...history, signed_name: '' })).toMatch(
      new RegExp(`is saved, but not signed. ${still}.+; Your full name, as your signature\\.$`),
    );
    expect(await sendHistory(history)).toContain(`is saved, but not complete. ${still}`);
    const missing = ['addresses', 'employers', 'violations'];
    expect((await status(code)).json()).toMatchObject({ stage: 'in_review', missing });
    const stored = (await send(t, 'GET', address(code, '/history'), null)).json();
    expect(stored.driver_history).toMatchObject({ ...history, signed_on: expect.any(String) });
    await setStage(id, 'hired');
    const end = { stage: 'closed', missing: [], hired: 1 };
    expect((await status(code)).json()).toMatchObject(end);
    expect((await status('x'.repeat(300))).statusCode).toBe(404);
  });

  test('corrects phone and mail: both addresses are told, and what still waited follows', async () => {
    const { id, code, url, email: old } = await applied(t);
    await move(id, { stage: 'interview', notify: 1 });
    const waiting = (await mailsOf(t, old)).map(({ subject }) => subject);
    expect(waiting).toHaveLength(2);
    const email = "o'brien@example.com";
    expect((await correct(code, { phone: '815-555-0100', email })).statusCode).toBe(200);
    expect(await applicationOf(t, id)).toMatchObject({ phone: '815-555-0100', email, version: 3 });
    const mails = await mailsOf(t, email);
    expect(mails.some(({ text }) => text.includes(url))).toBe(true);
    expect(mails.map(({ subject }) => subject)).toEqual(expect.arrayContaining(waiting));
    const [left, ...others] = await mailsOf(t, old);
    expect([left?.subject, others]).toEqual([`New email address for your application A-${id}`, []]);
    // Who got hold of the old address learns neither the new one nor the link.
    expect(left?.text).not.toMatch(/o'brien|http/);
    expect((await auditsOf(t, 'application', id)).at(-1)).toMatchObject({
      ...{ action: 'application.correct', detail: { changed: ['phone', 'email'] } },
    });
  });

  test('a changed address that is changed back is told of what holds when it is sent', async () => {
    const { code, email: first } = await applied(t, {});
    await t.ctx.db.deleteFrom('outbox').execute();
    for (const email of ['mistyped@example.com', 'second@example.com', first]) {
      await correct(code, { email });
    }
    const sent: string[] = [];
    await mailTask({ ...t.ctx, reasons: mailReasons }, async ({ recipient }) => {
      sent.push(recipient);
    }).run();
    expect(sent).toEqual([first]);
  });

  test('adds documents, which the office opens and erasing deletes', async () => {
    const { id, code } = await applied(t);
    expect((await addDocument(code)).json()).toEqual({ message: 'File uploaded successfully.' });
    const file = await read(t, `/api/application/${id}/file`);
    const added = { id: expect.any(Number), created_at: expect.any(String) };
    const file_path = expect.stringMatching(/^resumes\/.+\.pdf$/);
    const documents = [{ ...added, file_path, name: "Rosa's card.pdf" }];
    expect(file).toEqual({ documents, driver_history: null });
    const object = { key: file.documents[0].file_path };
    const presign = `/api/settlements/presigned-get?path=${object.key}`;
    expect((await send(t, 'GET', presign, t.admin)).statusCode).toBe(200);
    expect((await send(t, 'GET', presign, t.employee)).statusCode).toBe(404);
    await send(t, 'DELETE', `/api/application/${id}/applicant`, t.admin);
    expect(await rowsOf(t, 'objects', object)).toEqual([]);
  });

  test('reloads the open pages of admins with each change', async () => {
    const { code } = await applied(t);
    const page = await openPage(await listen(t), t.admin);
    const events = eventsOn(page, 'applications');
    await correct(code, { phone: '815-555-0199' });
    await drain();
    expect(events).toHaveLength(1);
    await withdraw(code);
    await drain();
    expect(events.length).toBeGreaterThan(1);
    closePages();
  });

  test('withdraws; nothing can be sent afterwards', async () => {
    const { id, code } = await applied(t, { last_name: 'Of Withdrawal' });
    expect((await withdraw(code)).statusCode).toBe(200);
    expect((await status(code)).json()).toMatchObject({ stage: 'withdrawn', missing: [] });
    for (const call of [correct(code, { phone: '815-555-0199' }), addDocument(code)]) {
      expect((await call).statusCode).toBe(409);
    }
    expect(await rowsOf(t, 'application_notes', { application_id: id })).toMatchObject([
      { kind: 'withdrawn', author_id: null },
    ]);
    const [notice] = await linkedMessagesTo(t, t.admin);
    expect(notice?.[0]).toBe('Anna Of Withdrawal withdrew the application.');
    const other = await applied(t);
    await setStage(other.id, 'declined');
    expect((await withdraw(other.code)).statusCode).toBe(409);
  });

  test('keeps the link alive 90 days after the last change', async () => {
    const { code } = await applied(t);
    days = 60;
    await correct(code, { phone: '815-555-0199' });
    days = 149;
    expect((await status(code)).statusCode).toBe(200);
    days = 151;
    expect((await status(code)).statusCode).toBe(404);
  });

  const save = (body: object) => send(t, 'POST', '/api/application/drafts', null, body);
  const open = (code: string) => send(t, 'GET', `/api/application/drafts/${code}`, null);
  const start = (body: object) => send(t, 'POST', '/api/application/started', null, body);
  const list = () => read(t, '/api/applications/started');
  const drafts = () => rowsOf(t, 'application_drafts');

  test('a started application continues on another device without what may never be kept (SEC22)', async () => {
    const email = "rosa.d'amico@example.com";
    const kept = {
      ...{ first_name: 'Rosa', 'workExperiences.0.company': 'Prairie Lines' },
      'driver_history.employers.0.name': 'Otto Freight',
    };
    const values = {
      ...{ ...kept, lastName: "D'Amico", cdl_license_number: 'D400-1234' },
      ...{ driverLicenseNumber: 'W180', gender: 'Female', race: 'White', unknown: 'x' },
      ...{ 'references.0.date_of_birth': '1990-01-01', password: 'a load of nine cars' },
      ...{ workExperiences: [{ license_number: 'W181' }], references: '[{"ssn":"W182"}]' },
      ...{ driver_history: { licenses: [{ number: 'W183' }] }, city: { state: 'W185' } },
      'driver_history.licenses.0.number': 'W184',
    };
    await jsonOf(save({ email, values, job_id: 99 }));
    const [row] = await drafts();
    expect(row?.form_values).toContain('Rosa');
    expect(row?.form_values).not.toMatch(/D400|W18|Female|White|1990|nine cars|unknown/);
    const [mail] = await mailsOf(t, email);
    expect(mail).toMatchObject({ subject: 'Continue your application', has_secret: 1 });
    expect(mail?.text).not.toContain('Rosa');
    const code = await draftCode(t, email);
    expect((await open(code)).json()).toEqual({
      ...{ values: { ...kept, last_name: "D'Amico" }, job_id: null, sent_at: null },
    });
    await applied(t, { email });
    // Somebody with the same address.
    expect((await open(code)).json()).toMatchObject({ sent_at: null });
    await applied(t, { email, draft_code: code });
    // The link says so, and keeps its values.
    expect((await open(code)).json()).toMatchObject({
      ...{ sent_at: expect.any(String), values: { first_name: 'Rosa' } },
    });
    expect((await open('x'.repeat(43))).statusCode).toBe(404);
  });

  test('started applications work for 14 days and are then deleted; those begun in two minutes stay for 90', async () => {
    const email = 'rosa@example.com';
    await save({ email, values: { city: 'Joliet' } });
    const code = await draftCode(t, email);
    await start(started());
    days = 13;
    await sweepDrafts(t.ctx);
    expect((await open(code)).statusCode).toBe(200);
    days = 15;
    expect((await open(code)).statusCode).toBe(404);
    await sweepDrafts(t.ctx);
    expect((await drafts()).map(({ is_quick }) => is_quick)).toEqual([1]);
    days = 91;
    await sweepDrafts(t.ctx);
    expect(await drafts()).toEqual([]);
  });

  test('applications begun in two minutes are in the office at once, until they are finished', async () => {
    const rosa = started();
    const { fields } = (await start({ ...rosa, phone: '12' })).json();
    expect(fields).toEqual({ phone: 'Enter a phone number with at least 7 digits.' });
    await jsonOf(start(rosa));
    expect(await list()).toEqual([
      {
        ...{
          id: expect.any(Number),
          created_at: expect.any(String),
          language: 'en',
          position: null,
          flagged: 0,
          ...rosa,
        },
        other_applications: [],
      },
    ]);
    const [mail] = await mailsOf(t, rosa.email);
    expect(mail?.text).not.toContain('Rosa');
    const [toOffice] = await mailsOf(t, t.ctx.config.officeEmail);
    expect(toOffice?.text).toMatch(/Rosa D'Amico.*\/applications\?started=\d+$/ms);
    const code = await draftCode(t, rosa.email);
    expect((await open(code)).json().values).toMatchObject({ first_name: 'Rosa' });
    // Her husband's, from the same address, and its deletion.
    const other = await applied(t, { email: rosa.email });
    expect(await list()).toMatchObject([{ other_applications: [{ id: other.id, by_link: 0 }] }]);
    await jsonOf(send(t, 'DELETE', `/api/application/${other.id}`, t.admin));
    expect(await list()).toHaveLength(1);
    // What she kept when she had opened the link is hers too.
    const kept = { email: 'rosa@example.net', values: { city: 'Joliet' }, draft_code: code };
    await jsonOf(save(kept));
    const own = { phone: '1', draft_code: await draftCode(t, kept.email) };
    const first = await applied(t, own);
    expect(await list()).toEqual([]);
    const second = await applied(t, { ...own, draft_code: code });
    await applied(t, { phone: '1', draft_code: 'unknown' });
    const same = (await applicationOf(t, second.id)).other_applications;
    expect(same).toMatchObject([{ id: first.id, by_link: 1 }]);
  });

  test('started applications of a bot are flagged and mailed to the office alone; the oldest make room', async () => {
    await sql`
      with recursive n(i) as (select 1000 union all select i + 1 from n where i < 5999)
      insert into application_drafts
        (email, code_hash, created_at, flagged, is_quick, form_values, email_key, person_key, expires_at)
      select cast(i as text), cast(i as text), '1' || i, case i when 1000 then 0 else 1 end,
        1, '{}', '', '', '9' from n`.execute(t.ctx.db);
    const bot = started({ email: 'bot@example.com' });
    await start({ ...bot, fax_number: '1' });
    expect(await drafts()).toHaveLength(5_001);
    expect((await list())[0]).toMatchObject({ ...bot, flagged: 1 });
    expect((await rowsOf(t, 'outbox')).map(({ subject }) => subject)).toEqual([
      "[check] Started application from Rosa D'Amico",
    ]);
    await start({ ...bot, fax_number: '1' });
    const left = (await drafts()).map(({ email }) => email);
    expect([left.length, left[0], left[1]]).toEqual([4_902, '1000', '1101']);
  });

  test('started applications can be deleted by the office, and erased with the person if it says so', async () => {
    await start(started());
    const [{ id }] = await list();
    await jsonOf(send(t, 'DELETE', `/api/applications/started/${id}`, t.admin));
    expect(await drafts()).toEqual([]);
    const { id: application, email } = await applied(t);
    await save({ email, values: { city: 'Joliet' } });
    const applicant = `/api/application/${application}/applicant`;
    const [draft] = (await read(t, applicant)).drafts;
    expect(draft).toMatchObject({ email, first_name: '' });
    await jsonOf(send(t, 'DELETE', `${applicant}?drafts=${draft.id}`, t.admin));
    expect(await drafts()).toEqual([]);
    expect(await mailsOf(t, email)).toEqual([]);
  });
});
