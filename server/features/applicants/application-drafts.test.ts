import { beforeEach, expect, test } from 'vitest';
import { send } from '#tests/fixtures/requests.ts';
import { suiteApp } from '#tests/harness/app.ts';
import { onBothWhenFull } from '#tests/harness/databases.ts';
import { applied, draftCode, started } from '#tests/records/hiring.ts';
import { jsonOf, mailsTo, read, rowsOf } from '#tests/records/stored.ts';
import { sweepDrafts } from './application-drafts.service.ts';

onBothWhenFull('started applications', (engine) => {
  let days = 0;
  const t = suiteApp(engine, { now: () => new Date(Date.now() + days * 86_400_000) });
  beforeEach(async () => {
    days = 0;
    await t.ctx.db.deleteFrom('application_drafts').execute();
    await t.ctx.db.deleteFrom('outbox').execute();
  });

  const save = (body: object) => send(t, 'POST', '/api/application/drafts', null, body);
  const open = (code: string) => send(t, 'GET', `/api/application/drafts/${code}`, null);
  const start = (body: object) => send(t, 'POST', '/api/application/started', null, body);
  const list = () => read(t, '/api/applications/started');
  const drafts = () => rowsOf(t, 'application_drafts');

  test('continue on another device without what may never be kept (SEC22)', async () => {
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
    const [mail] = await mailsTo(t, email);
    expect(mail).toMatchObject({ subject: 'Continue your application', hasSecret: 1 });
    expect(mail?.text).not.toContain('Rosa');
    const code = await draftCode(t, email);
    expect((await open(code)).json()).toEqual({
      ...{ values: { ...kept, last_name: "D'Amico" }, job_id: null, sent_at: null },
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

  test('begun in two minutes are in the office at once, until they are finished', async () => {
    const rosa = started();
    const { fields } = (await start({ ...rosa, phone: '12' })).json();
    expect(fields).toEqual({ phone: 'Enter a phone number with at least 7 digits.' });
    await jsonOf(start(rosa));
    expect(await list()).toEqual([
      { id: expect.any(Number), created_at: expect.any(String), position: null, ...rosa },
    ]);
    const [mail] = await mailsTo(t, rosa.email);
    expect(mail?.text).not.toContain('Rosa');
    const [toOffice] = await mailsTo(t, t.ctx.config.officeEmail);
    expect(toOffice?.text).toContain("Rosa D'Amico");
    const code = await draftCode(t, rosa.email);
    expect((await open(code)).json().values).toMatchObject({ first_name: 'Rosa' });
    await applied(t, { email: rosa.email.toUpperCase() });
    expect(await list()).toEqual([]);
  });

  test('of a bot are stored without mails', async () => {
    await start({ ...started({ email: 'bot@example.com' }), fax_number: '1' });
    expect(await list()).toHaveLength(1);
    expect(await rowsOf(t, 'outbox')).toEqual([]);
  });

  test('can be deleted by the office, and are erased with the person', async () => {
    await start(started());
    const [{ id }] = await list();
    await jsonOf(send(t, 'DELETE', `/api/applications/started/${id}`, t.admin));
    expect(await drafts()).toEqual([]);
    const { id: application, email } = await applied(t);
    await save({ email, values: { city: 'Joliet' } });
    expect(await drafts()).toHaveLength(1);
    await send(t, 'DELETE', `/api/application/${application}/applicant`, t.admin);
    expect(await drafts()).toEqual([]);
  });
});
