import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { send } from '#tests/fixtures/requests.ts';
import { createId } from '#tests/fixtures/valid-requests.ts';
import { startApp, type TestApp } from '#tests/harness/app.ts';
import { applied, mailsTo, started } from '#tests/harness/applicants.ts';
import { onBothDatabases } from '#tests/harness/databases.ts';
import { multipartOf, pdfOf } from '#tests/harness/multipart.ts';
import { closePages, drain, eventsOn, listen, openPage } from '#tests/realtime/pages.ts';

onBothDatabases('an applicant', (engine) => {
  let t: TestApp;
  beforeEach(async () => {
    t = await startApp(engine);
  });
  afterEach(() => t.close());

  const address = (code: string, rest = '') => `/api/application/status/${code}${rest}`;
  const status = (code: string) => send(t, 'GET', address(code), null);
  const correct = (code: string, body: object) => send(t, 'PUT', address(code), null, body);
  const withdraw = (code: string) => send(t, 'POST', address(code, '/withdraw'), null);
  const setStage = (id: number, stage: 'reviewed' | 'declined' | 'hired') =>
    t.ctx.db.updateTable('applications').set({ stage }).where('id', '=', id).execute();

  function addDocument(code: string, key: string = randomUUID(), pdf = pdfOf('card')) {
    const file = { name: 'file', value: pdf, filename: "Rosa's card.pdf" };
    const { payload, headers } = multipartOf([file]);
    return t.app.inject({
      method: 'POST',
      url: address(code, '/documents'),
      payload,
      headers: { ...headers, 'idempotency-key': key },
    });
  }

  test('gets a receipt with the status link, and the office a mail without what it may not have', async () => {
    const { id, url, code, email } = await applied(t, {
      cdl_license_number: 'D400-1234',
      has_cdl_license: 1,
    });
    expect(url).toBe(`${t.ctx.config.publicUrl}/application/status/${code}`);
    const [receipt] = await mailsTo(t, email);
    expect(receipt).toMatchObject({
      subject: `We received your application A-${id}`,
      hasSecret: 1,
    });
    expect(receipt?.text).toContain(url);
    expect(receipt?.text).toContain('We will call you by ');
    expect(receipt?.text).not.toContain('Anna');
    const [toOffice] = await mailsTo(t, t.ctx.config.officeEmail);
    expect(toOffice?.text).toContain('Anna Näf');
    expect(toOffice?.text).not.toMatch(/D400|Decline|Two or more/);
    const stored = await t.ctx.db.selectFrom('idempotency_keys').select('reply').execute();
    expect(JSON.stringify(stored)).not.toContain(code);
  });

  test('who applies in Spanish is mailed in Spanish, also later, and the office in English', async () => {
    const spanish = { 'accept-language': 'es-US,es;q=0.9' };
    const email = 'rosa@example.com';
    const post = (path: string, body: object) => send(t, 'POST', path, null, body, spanish);
    const link = (path: string) => `${t.ctx.config.publicUrl}/es/application${path}`;

    await post('/api/application/drafts', { email, values: { first_name: 'Rosa' }, job_id: null });
    const quick = started();
    await post('/api/application/started', quick);
    const sent = (await post('/api/application', { ...sample, email })).json();
    expect(sent.message).toBe('¡Su solicitud se envió!');
    const body = { stage: 'interview', notify: true };
    await send(t, 'PUT', `/api/application/${sent.id}`, t.admin, body);

    const code = sent.status_url.split('/').at(-1);
    expect(await mailsTo(t, email)).toMatchObject([
      { subject: 'Siga con su solicitud', text: expect.stringContaining(link('#draft=')) },
      {
        subject: `Recibimos su solicitud A-${sent.id}`,
        text: expect.stringContaining(link(`/status/${code}\n`)),
      },
      { subject: 'Queremos hablar con usted', text: expect.stringMatching(/^Hola:\n/) },
    ]);
    expect(await mailsTo(t, quick.email)).toMatchObject([
      { subject: 'Le llamaremos por su solicitud', text: expect.stringContaining(link('#draft=')) },
    ]);
    const toOffice = await mailsTo(t, t.ctx.config.officeEmail);
    expect(toOffice.map(({ subject }) => subject)).toEqual([
      "Started application from Rosa D'Amico",
      `Application A-${sent.id} from Anna Näf`,
    ]);
    for (const { text } of toOffice) expect(text).toContain('Language: Spanish');
  });

  test('who applies in Spanish reads the Spanish name of the job, also of another job of that name', async () => {
    const name = { position: 'Night dispatcher', positionEs: 'Despachador de noche' };
    const email = 'rosa@example.com';
    const job_id = await createId(t, 'createJob', name);
    const body = { ...sample, email, job_id };
    const spanish = { 'accept-language': 'es' };
    const { id, status_url } = (
      await send(t, 'POST', '/api/application', null, body, spanish)
    ).json();
    const code = status_url.split('/').at(-1);
    await createId(t, 'createJob', { ...name, positionEs: 'Despacho nocturno' });
    await send(t, 'PUT', `/api/application/${id}`, t.admin, { stage: 'offer', notify: true });
    expect((await status(code)).json()).toMatchObject({
      ...{ position: 'Night dispatcher', position_es: 'Despachador de noche' },
    });
    await send(t, 'DELETE', `/api/careers/${job_id}`, t.admin);
    await correct(code, { email: 'luz@example.com' });
    const texts = async (address: string) =>
      (await mailsTo(t, address)).map(({ text }) => text).join();
    // Those that still waited have the new address.
    const toLuz = await texts('luz@example.com');
    expect(toLuz).toContain('su solicitud para Despachador de noche a ');
    expect(toLuz).toContain('el puesto Despachador de noche');
    expect(toLuz).toContain('su solicitud para Despacho nocturno a ');
    expect(await texts(t.ctx.config.officeEmail)).toContain('applies for Night dispatcher.');
  });

  test('repeats the same link for the same key', async () => {
    const [key, email] = [randomUUID(), 'same@example.com'];
    const post = () =>
      send(t, 'POST', '/api/application', null, { ...sample, email }, { 'idempotency-key': key });
    const [first, second] = [await post(), await post()];
    expect(second.json()).toEqual(first.json());
    expect(await mailsTo(t, email)).toHaveLength(1);
  });

  test('sees the stage and what may still be sent', async () => {
    const { id, code } = await applied(t, { has_cdl_license: 1 });
    expect((await status(code)).json()).toEqual({
      reference: `A-${id}`,
      position: null,
      stage: 'received',
      created_at: expect.any(String),
      missing: [
        ...['resume', 'cdl_license_number', 'cdl_expiration_date'],
        ...['addresses', 'employers', 'accidents', 'violations', 'statement'],
      ],
      first_name: 'Anna',
    });
    await setStage(id, 'reviewed');
    await correct(code, { cdl_license_number: 'D1', cdl_expiration_date: '2030-01-01' });
    await addDocument(code);
    const history = { has_no_accidents: 1, is_certified: 1, signed_name: 'Anna Näf' };
    await send(t, 'PUT', address(code, '/history'), null, { driver_history: history });
    expect((await status(code)).json()).toMatchObject({
      stage: 'in_review',
      missing: ['addresses', 'employers', 'violations'],
    });
    const stored = (await send(t, 'GET', address(code, '/history'), null)).json();
    expect(stored.driver_history).toMatchObject({ ...history, signed_on: expect.any(String) });
    await setStage(id, 'hired');
    expect((await status(code)).json()).toMatchObject({ stage: 'closed', missing: [] });
  });

  test('gets one 404 for unknown, expired and revoked links', async () => {
    const { id, code } = await applied(t);
    const unknown = await status('x'.repeat(43));
    await t.ctx.db
      .updateTable('status_links')
      .set({ expires_at: '2020-01-01T00:00:00.000Z' })
      .execute();
    const expired = await status(code);
    await t.ctx.db.deleteFrom('status_links').where('application_id', '=', id).execute();
    const revoked = await status(code);
    for (const response of [unknown, expired, revoked]) {
      expect(response.statusCode).toBe(404);
      expect({ ...response.json(), request_id: '' }).toEqual({ ...unknown.json(), request_id: '' });
    }
    for (const call of [
      correct(code, { phone: '815-555-0199' }),
      withdraw(code),
      addDocument(code),
    ]) {
      expect((await call).statusCode).toBe(404);
    }
  });

  test('corrects phone and mail, and the new address gets the link', async () => {
    const { id, code, url } = await applied(t);
    const email = "o'brien@example.com";
    expect((await correct(code, { phone: '815-555-0100', email })).statusCode).toBe(200);
    for (const wrong of [{ email: 'nobody' }, { phone: '12' }, { phone: 'call my wife' }]) {
      expect((await correct(code, wrong)).statusCode).toBe(400);
    }
    const row = await t.ctx.db.selectFrom('applications').selectAll().executeTakeFirstOrThrow();
    expect(row).toMatchObject({ id, phone: '815-555-0100', email, version: 2 });
    expect((await mailsTo(t, email))[0]?.text).toContain(url);
    const { detail } = await t.ctx.db
      .selectFrom('audit')
      .select('detail')
      .where('action', '=', 'application.correct')
      .executeTakeFirstOrThrow();
    expect(JSON.parse(detail)).toEqual({ changed: ['phone', 'email'] });
  });

  test('who corrects the mail gets there what still waited for the old address', async () => {
    const { id, code, email } = await applied(t);
    const move = { stage: 'interview', notify: 1 };
    expect((await send(t, 'PUT', `/api/application/${id}`, t.admin, move)).statusCode).toBe(200);
    const before = await mailsTo(t, email);
    await correct(code, { email: 'rosa@example.com' });
    expect(await mailsTo(t, email)).toEqual([]);
    const after = (await mailsTo(t, 'rosa@example.com')).map(({ subject }) => subject);
    expect(after).toEqual(expect.arrayContaining(before.map(({ subject }) => subject)));
  });

  test('adds documents once per key, which the office opens and erasing deletes', async () => {
    const { id, code } = await applied(t);
    const key = randomUUID();
    const sent = await addDocument(code, key);
    expect([sent.statusCode, sent.json()]).toEqual([
      200,
      { message: 'File uploaded successfully.' },
    ]);
    expect((await addDocument(code, key)).statusCode).toBe(200);
    expect((await addDocument(code, randomUUID(), Buffer.from('hello'))).statusCode).toBe(415);
    const file = (await send(t, 'GET', `/api/application/${id}/file`, t.admin)).json();
    expect(file).toEqual({
      documents: [
        {
          id: expect.any(Number),
          file_path: expect.stringMatching(/^resumes\/.+\.pdf$/),
          name: "Rosa's card.pdf",
          created_at: expect.any(String),
        },
      ],
      driver_history: null,
    });
    const presign = `/api/settlements/presigned-get?path=${file.documents[0].file_path}`;
    expect((await send(t, 'GET', presign, t.admin)).statusCode).toBe(200);
    expect((await send(t, 'GET', presign, t.employee)).statusCode).toBe(404);
    await send(t, 'DELETE', `/api/application/${id}/applicant`, t.admin);
    expect(await t.ctx.db.selectFrom('objects').selectAll().execute()).toEqual([]);
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

  test('withdraws once, also twice at once; nothing can be sent afterwards', async () => {
    const { id, code } = await applied(t);
    const both = await Promise.all([withdraw(code), withdraw(code)]);
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    expect((await status(code)).json()).toMatchObject({ stage: 'withdrawn', missing: [] });
    for (const call of [correct(code, { phone: '815-555-0199' }), addDocument(code)]) {
      expect((await call).statusCode).toBe(409);
    }
    const notes = await t.ctx.db.selectFrom('application_notes').selectAll().execute();
    expect(notes).toMatchObject([{ application_id: id, kind: 'withdrawn', author_id: null }]);
    const [notice] = await t.ctx.db.selectFrom('notifications').select('message').execute();
    expect(notice?.message).toBe('Anna Näf withdrew the application.');
    const other = await applied(t);
    await setStage(other.id, 'declined');
    expect((await withdraw(other.code)).statusCode).toBe(409);
  });

  test('keeps the link alive 90 days after the last change', async () => {
    const { code } = await applied(t);
    const later = new Date(Date.now() + 60 * 86_400_000);
    t.ctx.now = () => later;
    await correct(code, { phone: '815-555-0199' });
    t.ctx.now = () => new Date(later.getTime() + 89 * 86_400_000);
    expect((await status(code)).statusCode).toBe(200);
    t.ctx.now = () => new Date(later.getTime() + 91 * 86_400_000);
    expect((await status(code)).statusCode).toBe(404);
  });

  const sample = {
    ...{ first_name: 'Anna', middle_initial: 'N/A', last_name: 'Näf', phone: '555 0100' },
    ...{ street_address: '1 Main Street', city: 'Austin', state: 'TX', gender: 'Decline' },
    race: 'Two or more races',
  };
});
