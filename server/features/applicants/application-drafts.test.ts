import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { send } from '#tests/fixtures/requests.ts';
import { startApp, type TestApp } from '#tests/harness/app.ts';
import { applied, draftCode, mailsTo, started } from '#tests/harness/applicants.ts';
import { onBothDatabases } from '#tests/harness/databases.ts';
import { sweepDrafts } from './application-drafts.service.ts';

onBothDatabases('started applications', (engine) => {
  let t: TestApp;
  beforeEach(async () => {
    t = await startApp(engine);
  });
  afterEach(() => t.close());

  const save = (body: object) => send(t, 'POST', '/api/application/drafts', null, body);
  const open = (code: string) => send(t, 'GET', `/api/application/drafts/${code}`, null);
  const start = (body: object) => send(t, 'POST', '/api/application/started', null, body);
  const list = async () => (await send(t, 'GET', '/api/applications/started', t.admin)).json();
  const drafts = () => t.ctx.db.selectFrom('application_drafts').selectAll().execute();

  test('continue on another device without what may never be kept (SEC22)', async () => {
    const email = "rosa.d'amico@example.com";
    const values = {
      first_name: 'Rosa',
      lastName: "D'Amico",
      'workExperiences.0.company': 'Prairie Lines',
      'driver_history.employers.0.name': 'Otto Freight',
      cdl_license_number: 'D400-1234',
      driverLicenseNumber: 'W180',
      gender: 'Female',
      race: 'White',
      'references.0.date_of_birth': '1990-01-01',
      password: 'a load of nine cars',
      unknown: 'x',
      workExperiences: [{ license_number: 'W181' }],
      references: '[{"ssn":"W182"}]',
      driver_history: { licenses: [{ number: 'W183' }] },
      'driver_history.licenses.0.number': 'W184',
      city: { state: 'W185' },
    };
    const saved = await save({ email, values, job_id: 99 });
    expect(saved.statusCode, saved.body).toBe(201);
    const [row] = await drafts();
    expect(row?.form_values).not.toMatch(/D400|W18|Female|White|1990|nine cars|unknown/);
    const [mail] = await mailsTo(t, email);
    expect(mail).toMatchObject({ subject: 'Continue your application', hasSecret: 1 });
    expect(mail?.text).not.toContain('Rosa');
    const code = await draftCode(t, email);
    expect((await open(code)).json()).toEqual({
      values: {
        first_name: 'Rosa',
        last_name: "D'Amico",
        'workExperiences.0.company': 'Prairie Lines',
        'driver_history.employers.0.name': 'Otto Freight',
      },
      job_id: null,
      sent_at: null,
    });
    await applied(t, { email });
    // The link says so, and keeps its values.
    expect((await open(code)).json()).toMatchObject({
      ...{ sent_at: expect.any(String), values: { first_name: 'Rosa' } },
    });
    expect((await open('x'.repeat(43))).statusCode).toBe(404);
  });

  test('work for 14 days and are then deleted; those begun in two minutes stay for 90', async () => {
    const email = 'rosa@example.com';
    await save({ email, values: { city: 'Joliet' } });
    const code = await draftCode(t, email);
    await start(started());
    const now = Date.now();
    const at = (days: number) => {
      t.ctx.now = () => new Date(now + days * 86_400_000);
    };
    at(13);
    await sweepDrafts(t.ctx);
    expect((await open(code)).statusCode).toBe(200);
    at(15);
    expect((await open(code)).statusCode).toBe(404);
    await sweepDrafts(t.ctx);
    expect((await drafts()).map(({ is_quick }) => is_quick)).toEqual([1]);
    at(91);
    await sweepDrafts(t.ctx);
    expect(await drafts()).toEqual([]);
  });

  test('begun in two minutes are in the office at once, until they are finished', async () => {
    const rosa = started();
    const { fields } = (await start({ ...rosa, phone: '12' })).json();
    expect(fields).toEqual({ phone: 'Enter a phone number with at least 7 digits.' });
    const key = { 'idempotency-key': randomUUID() };
    const first = await send(t, 'POST', '/api/application/started', null, rosa, key);
    expect(first.statusCode, first.body).toBe(201);
    await send(t, 'POST', '/api/application/started', null, rosa, key);
    expect(await list()).toEqual([
      { id: expect.any(Number), created_at: expect.any(String), position: null, ...rosa },
    ]);
    const [mail] = await mailsTo(t, String(rosa.email));
    expect(mail?.text).not.toContain('Rosa');
    const [toOffice] = await mailsTo(t, t.ctx.config.officeEmail);
    expect(toOffice?.text).toContain("Rosa D'Amico");
    const code = await draftCode(t, String(rosa.email));
    expect((await open(code)).json().values).toMatchObject({ first_name: 'Rosa' });
    await applied(t, { email: String(rosa.email).toUpperCase() });
    expect(await list()).toEqual([]);
  });

  test('of a bot are stored without mails', async () => {
    await start({ ...started({ email: 'bot@example.com' }), fax_number: '1' });
    expect(await list()).toHaveLength(1);
    expect(await mailsTo(t, 'bot@example.com')).toEqual([]);
    expect(await mailsTo(t, t.ctx.config.officeEmail)).toEqual([]);
  });

  test('can be deleted by the office, and are erased with the person', async () => {
    await start(started());
    const [{ id }] = await list();
    const url = `/api/applications/started/${id}`;
    expect((await send(t, 'DELETE', url, t.admin)).statusCode).toBe(200);
    expect((await send(t, 'DELETE', url, t.admin)).statusCode).toBe(404);
    const { id: application, email } = await applied(t);
    await save({ email, values: { city: 'Joliet' } });
    await send(t, 'DELETE', `/api/application/${application}/applicant`, t.admin);
    expect(await drafts()).toEqual([]);
  });
});
