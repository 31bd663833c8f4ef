import { beforeAll, beforeEach, expect, test } from 'vitest';
import { dayAfter, today } from '#contract/rules/dates.ts';
import { send } from '#tests/fixtures/requests.ts';
import { suiteApp, type TestPerson } from '#tests/harness/app.ts';
import { onBothWhenFull } from '#tests/harness/databases.ts';
import { documentsOf, formOf } from '#tests/harness/documents.ts';
import { driverFilesOf } from '#tests/harness/driver-files.ts';
import { dropsOf } from '#tests/harness/drops.ts';
import { employeeOf } from '#tests/harness/employees.ts';
import { smallInquiry } from '#tests/harness/inquiry-sample.ts';
import { whole } from '#tests/records/hiring.ts';
import { clearTables } from '#tests/records/stored.ts';
import { auditOf, badgesOf } from '#tests/records/traces.ts';

onBothWhenFull('badges', (engine) => {
  let second: TestPerson;
  let now = Date.parse('2026-11-20T16:00:00.000Z');
  const t = suiteApp(engine, {
    now: () => {
      now += 1000;
      return new Date(now);
    },
  });
  beforeAll(async () => {
    second = await t.person('second', 'admin');
  });
  beforeEach(async () => {
    await clearTables(t, 'documents', 'notification_recipients', 'inquiries', 'applications');
    await clearTables(t, 'damages', 'driver_documents', 'settlement_drop_files');
  });

  const call = async (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    by: TestPerson = t.admin,
    body?: object,
  ) => {
    const response = await send(t, method, url, by, body);
    expect(response.statusCode, response.body).toBeLessThan(300);
    return response;
  };
  const badges = (by: TestPerson) => badgesOf(t, by);

  test('count only the caller’s own items', async () => {
    const nothing = await badges(t.admin);
    expect(new Set(Object.values(nothing))).toEqual(new Set([0]));
    expect(await badges(t.employee)).toEqual(nothing);

    await call('POST', '/api/inquiry', t.admin, smallInquiry);
    await call('POST', '/api/inquiry', t.admin, smallInquiry);
    await call('POST', '/api/application', t.admin, whole);
    const sent = await call('POST', '/api/send-notification', t.admin, { message: 'Hello' });
    const { notification_id } = sent.json();
    expect(await badges(t.employee)).toEqual({ ...nothing, unread_notices: 1 });
    const all = { ...nothing, unread_notices: 1, new_inquiries: 2, new_applications: 1 };
    expect(await badges(t.admin)).toEqual(all);

    await call('POST', '/api/mark-as-read', t.admin, { notification_id });
    const [newest] = (await call('GET', '/api/inquiries')).json();
    await call('PUT', `/api/inquiries/${newest.id}`, t.admin, { status: 'contacted' });
    expect(await badges(t.admin)).toEqual({ ...nothing, new_inquiries: 1, new_applications: 1 });
  });

  test('an application is new until any admin opens it', async () => {
    const apply = async () => (await call('POST', '/api/application', t.admin, whole)).json().id;
    const [first, other] = [await apply(), await apply()];
    const newOnes = () =>
      Promise.all([t.admin, second].map(async (by) => (await badges(by)).new_applications));
    const list = async () => (await call('GET', '/api/applications', second)).json();
    await list();
    expect(await newOnes()).toEqual([2, 2]);
    const open = (id: number, by?: TestPerson) => call('POST', `/api/application/${id}/opened`, by);
    await Promise.all([open(first), open(first, second), open(first)]);
    expect(await newOnes()).toEqual([1, 1]);
    expect(await list()).toMatchObject([
      { id: other, opened_at: null },
      { id: first, opened_at: expect.stringMatching(/Z$/) },
    ]);
    const log = await auditOf(t, { action: 'application.open' });
    expect(log).toMatchObject([{ target_id: String(first), label: 'Anna Näf' }]);
    await call('DELETE', `/api/application/${other}`);
    expect(await newOnes()).toEqual([0, 0]);
  });

  const { document, employeeFile, one, open, read } = documentsOf(() => t);
  const put = (url: string, body: object) => call('PUT', url, t.admin, body);

  test('count unopened documents by kind', async () => {
    const reader = await t.person('reader', 'employee');
    const assigned = { user_ids: [reader.userId] };
    const first = await document('training', { user_ids: [reader.userId, t.admin.userId] });
    for (const kind of ['training', 'settlements', 'reports', 'reports'] as const) {
      await document(kind, assigned);
    }
    for (const _ of [1, 2, 3]) await employeeFile(assigned);
    const all = { unopened_settlements: 1, unopened_reports: 2, unopened_employee_files: 3 };
    expect(await badges(reader)).toMatchObject({ ...all, unopened_training: 2 });
    const [path] = [(await one('training', first, reader)).file_path];
    // Listing does not open a document.
    await open(path, reader);
    expect(await badges(reader)).toMatchObject({ ...all, unopened_training: 1 });
    expect(await badges(t.admin)).toMatchObject({ unopened_training: 1, unopened_reports: 0 });
  });

  test('count what is most urgent as the lists behind them do', async () => {
    const driver = await t.person('driver', 'employee');
    const employeeId = await employeeOf(t, driver.userId);
    const files = driverFilesOf(() => t);
    const drops = dropsOf(() => t);
    const lists = async () => ({
      overdue_claims: (await call('GET', '/api/claims?overdue=1')).json().length,
      expired_driver_documents: (await files.list())
        .flatMap(({ items }) => items)
        .filter(({ status }) => status === 'expired').length,
      drop_files_to_publish: (await call('GET', '/api/settlements/drops'))
        .json()
        .reduce((sum: number, { waiting }: { waiting: number }) => sum + waiting, 0),
    });
    const day = today(new Date(now));
    // Received so many days ago: both clocks, their last days and the days after.
    for (const [days, status] of [
      [30, 'reported'],
      [31, 'reported'],
      [31, 'acknowledged'],
      [120, 'in_review'],
      [121, 'in_review'],
      [121, 'paid'],
    ] as const) {
      const damage = await call('POST', '/api/damages', t.admin, {
        ...{ employee_id: employeeId, driver_name: 'Driver', damage_date: '2026-01-05' },
        ...{ damage_amount: 5, damage_description: 'Mirror' },
      });
      const received_on = dayAfter(day, -days);
      const url = `/api/damages/${damage.json().damage_id}/claim`;
      await call('PUT', url, t.admin, { status, received_on });
    }
    // Expired yesterday, with a newer one that waits; valid until today; unchecked and expired.
    const until = (days: number) => ({ expires_on: dayAfter(day, days) });
    await files.upload(employeeId, 'cdl', until(-1));
    await files.upload(employeeId, 'cdl', until(400), driver);
    await files.upload(employeeId, 'medical_certificate', until(0));
    await files.upload(employeeId, 'motor_vehicle_record', until(-1), driver);
    const drop = await drops.drop();
    const [file] = [await drops.add(drop, 'One.pdf'), await drops.add(drop, 'Two.pdf')];
    const counted = { overdue_claims: 2, expired_driver_documents: 2, drop_files_to_publish: 2 };
    expect(await lists()).toEqual(counted);
    expect(await badges(t.admin)).toMatchObject(counted);
    const none = { overdue_claims: 0, expired_driver_documents: 0, drop_files_to_publish: 0 };
    expect(await badges(driver)).toMatchObject(none);
    const entry = { drop_file_id: file.drop_file_id, user_id: driver.userId, file_name: '' };
    await drops.publish(drop, [entry]);
    expect((await badges(t.admin)).drop_files_to_publish).toBe(1);
  });

  test('count submissions to review for admins', async () => {
    const sender = await t.person('sender', 'employee');
    const fileId = await employeeFile({ user_ids: [sender.userId] });
    const [own] = await read<{ assignment_id: number }[]>('/api/employee-files', sender);
    const url = `/api/employee-files/${own?.assignment_id}/submissions`;
    const submit = async () =>
      (await call('POST', url, sender, formOf())).json().submission_id as number;
    /** Those that wait for the office, and those that their sender has to send again. */
    const counts = async () => {
      const [office, theirs] = [await badges(t.admin), await badges(sender)];
      expect([office.forms_to_send_again, theirs.submissions_to_review]).toEqual([0, 0]);
      return [office.submissions_to_review, theirs.forms_to_send_again];
    };
    const assign = ({ userId }: TestPerson) =>
      put(`/api/employee-files/${fileId}`, { user_ids: [userId] });
    expect(await counts()).toEqual([0, 0]);
    await submit();
    // Only the latest version needs a review.
    const latest = await submit();
    expect(await counts()).toEqual([1, 0]);
    await put(`/api/employee-files/${latest}/status`, { status: 'Rejected', reason: 'Unsigned' });
    expect(await counts()).toEqual([0, 1]);
    await submit();
    expect(await counts()).toEqual([1, 0]);
    await assign(t.admin);
    expect((await counts())[0]).toBe(0);
    await assign(sender);
    expect((await counts())[0]).toBe(1);
    await call('DELETE', `/api/users/${sender.userId}`);
    expect((await badges(t.admin)).submissions_to_review).toBe(0);
  });
});
