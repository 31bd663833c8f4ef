import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { kindNames, sentKind } from '#contract/driver-file-kinds.ts';
import { errorOf, replyOf } from '#tests/fixtures/requests.ts';
import { suiteApp, type TestPerson } from '#tests/harness/app.ts';
import { onBothWhenFull } from '#tests/harness/databases.ts';
import { liveUpdates } from '#tests/harness/documents.ts';
import { driverFilesOf } from '#tests/harness/driver-files.ts';
import { employeeOf } from '#tests/harness/employees.ts';
import { rowsOf } from '#tests/records/stored.ts';
import { linkedMessagesTo } from '#tests/records/traces.ts';
import { driverFileRemindersTask } from './driver-file-reminders.ts';

const missing = {
  ...{ status: 'missing', issued_on: null, expires_on: null, document_id: null, file_path: null },
  ...{ uploaded_at: null, checked_by: null, waiting: null, refused: null, version: 1 },
  ...{ cdl_class: '', cdl_endorsements: '', cdl_number: '', cdl_state: '' },
};
const cdl = { cdl_class: 'A', cdl_endorsements: 'N, T', cdl_number: 'D400-7712', cdl_state: 'IL' };

onBothWhenFull('the driver file', (engine) => {
  const start = Date.parse('2026-11-25T18:00:00.000Z');
  let clock = start;
  // Some documents are read months after the sign-in.
  const config = { tokenHours: 20_000 };
  const t = suiteApp(engine, { config, now: () => new Date(clock) });
  let otto: TestPerson;
  let boss: TestPerson;
  let [emils, ottos] = [0, 0];
  const files = driverFilesOf(() => t);
  const { list, item, upload, tryUpload, update, refuse, remove, history } = files;
  beforeAll(async () => {
    otto = await t.person('otto', 'employee');
    boss = await t.person('berta', 'admin');
    emils = await employeeOf(t, t.employee.userId, { first_name: 'Emil', last_name: 'Novotny' });
    ottos = await employeeOf(t, otto.userId, { first_name: 'Otto', last_name: 'Her' });
  });
  beforeEach(async () => {
    clock = start;
    await t.ctx.db.deleteFrom('driver_documents').execute();
    await t.ctx.db.deleteFrom('notification_recipients').execute();
  });

  test("lists every kind: an admin's all by name or one, an employee's own", async () => {
    const needed = kindNames.filter((kind) => kind !== sentKind);
    const items = needed.map((kind) => ({ kind, ...missing }));
    const both = { department: 'Operations', is_driver: 1, items };
    const [her, novotny] = [
      { employee_id: ottos, employee_name: 'Otto Her', ...both },
      { employee_id: emils, employee_name: 'Emil Novotny', ...both },
    ];
    expect(await list()).toEqual([her, novotny]);
    expect(await list(t.admin, `?employee_id=${emils}`)).toEqual([novotny]);
    expect(await list(t.admin, '?employee_id=99')).toEqual([]);
    expect(await list(t.employee)).toEqual([novotny]);
    expect(await list(t.employee, `?employee_id=${ottos}`)).toEqual([novotny]);
    expect(await list(await t.person(`n ${randomUUID()}`, 'employee'))).toEqual([]);
  });

  test("an admin's upload is checked and replaces the current one, which stays in the history", async () => {
    const first = await upload(emils, 'cdl', { ...cdl, issued_on: '2022-11-25' });
    const dates = { issued_on: '2026-11-20', expires_on: '2030-11-19' };
    const { users, admins } = await liveUpdates(t, async () => {
      const response = await tryUpload(emils, 'cdl', { ...cdl, ...dates });
      const document_id = expect.any(Number);
      expect(replyOf(response)).toEqual([201, { message: 'Document added.', document_id }]);
    });
    expect(users).toContainEqual([[t.employee.userId], 'driver-file']);
    expect(admins).toContain('driver-file');
    const now = await item(emils, 'cdl');
    expect(now).toEqual({
      ...missing,
      ...{ kind: 'cdl', status: 'ok', ...dates, ...cdl, checked_by: 'anna', version: 3 },
      document_id: expect.any(Number),
      file_path: expect.stringMatching(/^driver-file\/[0-9a-f-]{36}\.pdf$/),
      uploaded_at: '2026-11-25T18:00:00.000Z',
    });
    const [newest, oldest] = await history(emils, 'cdl', t.employee);
    expect(newest).toMatchObject({ document_id: now.document_id, state: 'current' });
    expect(oldest).toMatchObject({
      ...{ document_id: first, state: 'past', issued_on: '2022-11-25', file_name: 'License.pdf' },
      ...{ uploaded_by: 'anna', checked_by: 'anna', reason: '' },
    });
  });

  test('a driver brings what is theirs, and the office what it makes', async () => {
    const refused = await tryUpload(emils, 'annual_review', {}, t.employee);
    expect([refused.statusCode, refused.json().error]).toEqual([
      403,
      'The office adds this document.',
    ]);
    expect(await item(emils, 'annual_review')).toMatchObject({ document_id: null });
    expect((await tryUpload(emils, 'annual_review')).statusCode).toBe(201);
  });

  test("an employee's upload waits until an admin checks it with its dates", async () => {
    const response = await tryUpload(emils, 'medical_certificate', {}, t.employee);
    expect(response.json().message).toBe('Document sent. The office checks it.');
    expect(await files.notices(t.admin)).toEqual([
      'Emil Novotny sent a document to check: Medical certificate.',
    ]);
    const alone = await item(emils, 'medical_certificate');
    expect(alone).toMatchObject({ status: 'missing', checked_by: null, waiting: null, version: 2 });

    const check = { check: 1, expires_on: '2027-01-10', version: 2 };
    expect((await update(emils, 'medical_certificate', check)).json()).toEqual({
      message: 'Document checked.',
    });
    const checked = await item(emils, 'medical_certificate');
    expect(checked).toMatchObject({ status: 'due', checked_by: 'anna', expires_on: '2027-01-10' });
    expect(await files.notices(t.employee)).toEqual([
      'The office checked your document: Medical certificate.',
    ]);

    const dates = { expires_on: '2028-12-01' };
    const next = await upload(emils, 'medical_certificate', dates, t.employee);
    expect(await item(emils, 'medical_certificate')).toMatchObject({
      ...{ document_id: checked.document_id, status: 'due', checked_by: 'anna' },
      waiting: { document_id: next, expires_on: '2028-12-01' },
    });
    await update(emils, 'medical_certificate', { check: 1 });
    expect(await item(emils, 'medical_certificate')).toMatchObject({
      ...{ document_id: next, status: 'ok', expires_on: '2028-12-01', waiting: null },
    });
    const states = (await history(emils, 'medical_certificate')).map(({ state }) => state);
    expect(states).toEqual(['current', 'past']);
  });

  test('a refused upload stays in the history, and the driver reads why until the next one', async () => {
    await upload(emils, 'cdl', { expires_on: '2026-12-20' });
    const blurred = await upload(emils, 'cdl', {}, t.employee);
    expect((await refuse(blurred, { reason: ' ' })).statusCode).toBe(400);
    expect((await refuse(blurred, { reason: 'Blurred.' })).statusCode).toBe(200);
    const link = `/driver-file?employee=${emils}&item=cdl`;
    const message =
      "The office can't accept your document (CDL). Reason: Blurred. Please upload a new one.";
    expect((await linkedMessagesTo(t, t.employee))[0]).toEqual([message, link]);
    const kept = { status: 'due', checked_by: 'anna', waiting: null };
    expect(await item(emils, 'cdl')).toMatchObject({ ...kept, refused: 'Blurred.' });
    const [newest] = await history(emils, 'cdl', t.employee);
    expect(newest).toMatchObject({ document_id: blurred, state: 'refused', reason: 'Blurred.' });
    expect((await update(emils, 'cdl', { check: 1 })).json().message).toBe('Driver file saved.');
    expect(await item(emils, 'cdl')).toMatchObject({ ...kept, refused: 'Blurred.' });

    await upload(emils, 'cdl', {}, t.employee);
    expect(await item(emils, 'cdl')).toMatchObject({ ...kept, waiting: {}, refused: null });
    const [, refused] = await history(emils, 'cdl');
    expect(refused).toMatchObject({ state: 'past', reason: 'Blurred.' });
    expect(errorOf(await refuse(blurred, { reason: 'Again.' }))).toEqual([
      409,
      'No document waits for a check. Someone else may have checked it.',
    ]);
  });

  test('a deleted document takes its file along; the one checked before counts again', async () => {
    const first = await upload(emils, 'cdl', { ...cdl, expires_on: '2026-12-20' });
    const wrong = await upload(emils, 'cdl', { expires_on: '2030-01-01' });
    const sent = await upload(emils, 'cdl', {}, t.employee);
    const [waiting, current] = await history(emils, 'cdl');
    const { version } = await item(emils, 'cdl');
    expect((await remove(wrong, t.employee)).statusCode).toBe(403);
    expect((await remove(wrong)).statusCode).toBe(200);
    expect(await item(emils, 'cdl')).toMatchObject({
      ...{ document_id: first, status: 'due', ...cdl, checked_by: 'anna' },
      ...{ waiting: { document_id: sent }, version: version + 1 },
    });
    expect((await remove(sent)).json().message).toBe('Document deleted.');
    expect(await item(emils, 'cdl')).toMatchObject({ document_id: first, waiting: null });
    for (const key of [waiting?.file_path, current?.file_path]) {
      await expect(t.ctx.storage.read(key ?? '')).rejects.toThrow();
    }
    expect(await files.notices(t.employee)).toContain(
      'The office deleted a document of your driver file: CDL.',
    );
    await remove(first);
    expect(await item(emils, 'cdl')).toMatchObject({ status: 'missing', file_path: null });
    expect(await history(emils, 'cdl')).toEqual([]);
    const log = { action: 'driver-file.delete', user_id: t.admin.userId };
    const label = 'Emil Novotny, CDL';
    expect(await rowsOf(t, 'audit', log)).toMatchObject([{ label }, { label }, { label }]);
  });

  test('changes only the keys that are sent', async () => {
    await upload(emils, 'cdl', { ...cdl, issued_on: '2026-01-02', expires_on: '2030-01-01' });
    expect((await update(emils, 'cdl', { cdl_state: 'NE', version: 2 })).statusCode).toBe(200);
    const changed = await item(emils, 'cdl');
    expect(changed).toMatchObject({ ...cdl, cdl_state: 'NE', expires_on: '2030-01-01' });
    expect(changed.version).toBe(3);
    const wrong = await update(emils, 'cdl', { expires_on: '2026-01-01' });
    expect(wrong.json().fields).toEqual({
      expires_on: 'Choose an expiry date on or after the issue date.',
    });
    expect((await update(emils, 'road_test', { issued_on: '2026-01-01' })).statusCode).toBe(404);
  });

  test('a yearly kind without an expiry date expires a year after its issue', async () => {
    const issued = { motor_vehicle_record: '2026-03-01', annual_review: '2024-02-29' };
    for (const [kind, issued_on] of Object.entries(issued))
      await upload(emils, kind, { issued_on });
    expect(await item(emils, 'motor_vehicle_record')).toMatchObject({ expires_on: '2027-03-01' });
    expect(await item(emils, 'annual_review')).toMatchObject({ expires_on: '2025-02-28' });
    await upload(emils, 'road_test', { issued_on: '2020-01-01' });
    expect(await item(emils, 'road_test')).toMatchObject({ expires_on: null, status: 'ok' });
    const clear = { issued_on: '2026-05-01', expires_on: null };
    await update(emils, 'annual_review', clear);
    expect(await item(emils, 'annual_review')).toMatchObject({ expires_on: '2027-05-01' });
  });

  test.each([
    // Standard time: midnight in Chicago is at 6:00 UTC.
    ['2026-11-25T05:59:59.999Z', '2026-11-24', 'due'],
    ['2026-11-25T06:00:00.000Z', '2026-11-24', 'expired'],
    ['2026-11-25T06:00:00.000Z', '2027-02-24', 'ok'],
    // Daylight saving begins on March 8, a day of 23 hours.
    ['2026-03-09T04:59:59.999Z', '2026-03-08', 'due'],
    ['2026-03-09T05:00:00.000Z', '2026-03-08', 'expired'],
    ['2026-11-25T06:00:00.000Z', '2027-02-23', 'due'],
  ])('at %s a document that expires on %s is %s', async (at, expires_on, status) => {
    await upload(emils, 'twic_card', { expires_on });
    clock = Date.parse(at);
    expect(await item(emils, 'twic_card')).toMatchObject({ status });
  });

  test('a closed account leaves the lists, and its file can no longer change', async () => {
    const gone = await t.person(`g${randomUUID()}`, 'employee');
    const employee = await employeeOf(t, gone.userId, { first_name: 'Gus', last_name: 'Gone' });
    const sent = await upload(employee, 'cdl', {}, gone);
    await upload(employee, 'road_test', { expires_on: '2020-01-01' });
    await files.call('DELETE', `/api/users/${gone.userId}`);
    expect((await list()).map(({ employee_id }) => employee_id)).not.toContain(employee);
    expect((await files.call('GET', '/api/driver-file/expired')).json()).toEqual([]);
    expect((await tryUpload(employee, 'cdl')).statusCode).toBe(404);
    expect((await update(employee, 'cdl', { check: 1 })).statusCode).toBe(404);
    expect((await refuse(sent, { reason: 'No' })).statusCode).toBe(404);
    expect((await files.call('GET', '/api/badges')).json().driver_documents_to_check).toBe(0);
  });

  test('expired drivers and badges follow what is shown', async () => {
    await upload(emils, 'cdl', { expires_on: '2026-11-24' });
    await upload(emils, 'road_test', { expires_on: '2026-11-25' });
    await upload(ottos, 'medical_certificate', { expires_on: '2026-11-24' }, otto);
    const expired = (await files.call('GET', '/api/driver-file/expired')).json();
    const emil = { employee_id: emils, employee_name: 'Emil Novotny', email: 'emil@example.com' };
    const otto_ = { employee_id: ottos, employee_name: 'Otto Her', email: 'otto@example.com' };
    expect(expired).toEqual([
      { ...emil, kinds: ['cdl'] },
      { ...otto_, kinds: ['medical_certificate'] },
    ]);
    const badges = async (by: TestPerson) => (await files.call('GET', '/api/badges', by)).json();
    expect(await badges(t.admin)).toMatchObject({ driver_documents_to_check: 1 });
    // Emil's medical certificate, motor vehicle record and TWIC card; Otto's are all but one.
    const missing = { driver_documents_missing: 3 };
    expect(await badges(t.employee)).toMatchObject({ driver_documents_to_renew: 2, ...missing });
    expect(await badges(otto)).toMatchObject({ driver_documents_missing: 4 });
    expect(await badges(t.admin)).toMatchObject({ driver_documents_missing: 0 });
    // One that has been sent needs nothing more of the driver.
    await upload(emils, 'cdl', { expires_on: '2030-01-01' }, t.employee);
    expect(await badges(t.employee)).toMatchObject({
      ...{ driver_documents_to_renew: 1, driver_documents_to_check: 0 },
    });
  });

  /** Runs the task at an instant as several nodes do: all at once. */
  async function runAt(at: string, nodes = 1): Promise<void> {
    clock = Date.parse(at);
    const task = () => driverFileRemindersTask(t.ctx).run();
    await Promise.all(Array.from({ length: nodes }, task));
  }
  /** The new notifications of somebody, who then reads them. */
  async function newNoticesOf(by: TestPerson) {
    const notices = await linkedMessagesTo(t, by);
    await t.ctx.db.deleteFrom('notification_recipients').where('user_id', '=', by.userId).execute();
    return notices;
  }
  const messagesOf = async (by: TestPerson) => (await newNoticesOf(by)).map(([text]) => text);
  /** What the driver is told of the CDL. */
  const yours = (words: string) => `CDL: yours ${words}. Upload the new one in your driver file.`;

  test('reminders reach the driver and each admin 90, 60, 30 and 7 days before and on the day, once', async () => {
    await files.upload(emils, 'cdl', { expires_on: '2027-03-31' });
    const link = `/driver-file?employee=${emils}&item=cdl`;
    const days: [day: string, words: string | null][] = [
      ['2026-12-30', null],
      ['2026-12-31', 'expires on 03/31/2027, in 90 days'],
      ['2027-01-01', null],
      ['2027-01-30', 'expires on 03/31/2027, in 60 days'],
      ['2027-03-01', 'expires on 03/31/2027, in 30 days'],
      ['2027-03-24', 'expires on 03/31/2027, in 7 days'],
      ['2027-03-30', null],
      ['2027-03-31', 'expires today'],
      ['2027-04-01', null],
    ];
    for (const [day, words] of days) {
      await runAt(`${day}T13:00:00.000Z`, 3);
      await runAt(`${day}T23:00:00.000Z`);
      const [own, office] = [
        [yours(`${words}`), link],
        [`Emil Novotny: CDL ${words}.`, link],
      ];
      expect(await newNoticesOf(t.employee), day).toEqual(words ? [own] : []);
      for (const admin of [t.admin, boss]) {
        expect(await newNoticesOf(admin), day).toEqual(words ? [office] : []);
      }
    }
  });

  test('reminders catch up missed days with the latest reminder only', async () => {
    await files.upload(emils, 'cdl', { expires_on: '2027-03-31' });
    await runAt('2027-03-10T18:00:00.000Z');
    expect(await messagesOf(t.employee)).toEqual([yours('expires on 03/31/2027, in 21 days')]);
    await runAt('2027-04-05T18:00:00.000Z');
    await runAt('2027-04-06T18:00:00.000Z');
    expect(await messagesOf(t.employee)).toEqual([yours('expired on 03/31/2027')]);
  });

  test('reminders begin a day at six in the morning in Chicago, also when clocks change', async () => {
    await files.upload(emils, 'cdl', { expires_on: '2027-06-12' });
    await files.upload(emils, 'twic_card', { expires_on: '2026-12-31' });
    await runAt('2026-11-25T18:00:00.000Z');
    await newNoticesOf(t.employee);
    // 90 days before June 12 is March 14, when daylight saving begins: six o'clock is at 11:00 UTC.
    await runAt('2027-03-14T10:59:59.000Z');
    expect(await messagesOf(t.employee)).toEqual([
      'TWIC card: yours expired on 12/31/2026. Upload the new one in your driver file.',
    ]);
    await runAt('2027-03-14T11:00:00.000Z');
    expect(await messagesOf(t.employee)).toEqual([yours('expires on 06/12/2027, in 90 days')]);
  });

  test('the office gets one notification of a day for all documents', async () => {
    await files.upload(emils, 'cdl', { expires_on: '2026-12-01' });
    await files.upload(emils, 'medical_certificate', { expires_on: '2026-11-20' });
    await files.upload(emils, 'road_test');
    await runAt('2026-11-25T19:00:00.000Z', 3);
    for (const admin of [t.admin, boss]) {
      expect(await newNoticesOf(admin)).toEqual([
        ['2 driver documents expire soon or have expired.', '/driver-file?status=renew'],
      ]);
    }
    expect(await newNoticesOf(t.employee)).toHaveLength(2);
  });

  test('reminders of a new checked document and a corrected date begin anew; one that waits does not', async () => {
    await files.upload(emils, 'cdl', { expires_on: '2026-12-02' });
    await runAt('2026-11-25T19:00:00.000Z');
    expect(await newNoticesOf(t.employee)).toHaveLength(1);
    await files.upload(emils, 'cdl', { expires_on: '2026-12-30' }, t.employee);
    await runAt('2026-11-26T19:00:00.000Z');
    expect(await messagesOf(t.employee)).toEqual([]);
    await runAt('2026-12-02T19:00:00.000Z');
    expect(await messagesOf(t.employee)).toEqual([
      'CDL: yours expires today. The office still has to check the new one.',
    ]);
    await files.update(emils, 'cdl', { check: 1 });
    await newNoticesOf(t.employee);
    await runAt('2026-12-03T19:00:00.000Z');
    expect(await messagesOf(t.employee)).toEqual([yours('expires on 12/30/2026, in 27 days')]);
    await files.update(emils, 'cdl', { expires_on: '2027-12-30' });
    await runAt('2027-10-01T19:00:00.000Z');
    expect(await messagesOf(t.employee)).toEqual([yours('expires on 12/30/2027, in 90 days')]);
  });

  test('a driver who has left is not reminded of', async () => {
    const leaver = await t.person('leaver', 'employee');
    const theirs = await employeeOf(t, leaver.userId);
    for (const id of [emils, theirs]) await files.upload(id, 'cdl', { expires_on: '2026-12-02' });
    await files.call('DELETE', `/api/users/${leaver.userId}`);
    await runAt('2026-11-26T19:00:00.000Z');
    expect(await messagesOf(t.admin)).toEqual([
      'Emil Novotny: CDL expires on 12/02/2026, in 6 days.',
    ]);
  });
});
