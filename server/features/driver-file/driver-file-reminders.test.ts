import { beforeAll, beforeEach, expect, test } from 'vitest';
import { suiteApp, type TestPerson } from '#tests/harness/app.ts';
import { onBothWhenFull } from '#tests/harness/databases.ts';
import { driverFilesOf } from '#tests/harness/driver-files.ts';
import { employeeOf } from '#tests/harness/employees.ts';
import { noticesOf as listNotices } from '#tests/records/stored.ts';
import { driverFileRemindersTask } from './driver-file-reminders.ts';

onBothWhenFull('reminders of expiring driver documents', (engine) => {
  const start = '2026-11-25T18:00:00.000Z';
  let clock = start;
  // The notifications are read months after the sign-in.
  const config = { tokenHours: 20_000 };
  const t = suiteApp(engine, { config, now: () => new Date(clock) });
  const files = driverFilesOf(() => t);
  let emils = 0;
  let boss: TestPerson;
  beforeAll(async () => {
    boss = await t.person('berta', 'admin');
    emils = await employeeOf(t, t.employee.userId);
  });
  beforeEach(async () => {
    clock = start;
    await t.ctx.db.deleteFrom('driver_documents').execute();
    await t.ctx.db.deleteFrom('notification_recipients').execute();
  });

  /** Runs the task at an instant as several nodes do: all at once. */
  async function runAt(at: string, nodes = 1): Promise<void> {
    clock = at;
    const task = () => driverFileRemindersTask(t.ctx).run();
    await Promise.all(Array.from({ length: nodes }, task));
  }
  /** The new notifications of somebody, who then reads them. */
  async function noticesOf(by: TestPerson) {
    const notices = await listNotices(t, by);
    await t.ctx.db.deleteFrom('notification_recipients').where('user_id', '=', by.userId).execute();
    return notices;
  }
  const messagesOf = async (by: TestPerson) => (await noticesOf(by)).map(([text]) => text);
  /** What the driver is told of the CDL. */
  const yours = (words: string) => `CDL: yours ${words}. Upload the new one in your driver file.`;

  test('remind the driver and each admin 90, 60, 30 and 7 days before and on the day, once', async () => {
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
      expect(await noticesOf(t.employee), day).toEqual(words ? [own] : []);
      for (const admin of [t.admin, boss]) {
        expect(await noticesOf(admin), day).toEqual(words ? [office] : []);
      }
    }
  });

  test('catch up missed days with the latest reminder only', async () => {
    await files.upload(emils, 'cdl', { expires_on: '2027-03-31' });
    await runAt('2027-03-10T18:00:00.000Z');
    expect(await messagesOf(t.employee)).toEqual([yours('expires on 03/31/2027, in 21 days')]);
    await runAt('2027-04-05T18:00:00.000Z');
    await runAt('2027-04-06T18:00:00.000Z');
    expect(await messagesOf(t.employee)).toEqual([yours('expired on 03/31/2027')]);
  });

  test('begin a day at six in the morning in Chicago, also when clocks change', async () => {
    await files.upload(emils, 'cdl', { expires_on: '2027-06-12' });
    await files.upload(emils, 'twic_card', { expires_on: '2026-12-31' });
    await runAt('2026-11-25T18:00:00.000Z');
    await noticesOf(t.employee);
    // 90 days before June 12 is March 14, when daylight saving begins: six o'clock is at 11:00 UTC.
    await runAt('2027-03-14T10:59:59.000Z');
    expect(await messagesOf(t.employee)).toEqual([
      'TWIC card: yours expired on 12/31/2026. Upload the new one in your driver file.',
    ]);
    await runAt('2027-03-14T11:00:00.000Z');
    expect(await messagesOf(t.employee)).toEqual([yours('expires on 06/12/2027, in 90 days')]);
  });

  test('one notification of a day for all documents of the office', async () => {
    await files.upload(emils, 'cdl', { expires_on: '2026-12-01' });
    await files.upload(emils, 'medical_certificate', { expires_on: '2026-11-20' });
    await files.upload(emils, 'road_test');
    await runAt('2026-11-25T19:00:00.000Z', 3);
    for (const admin of [t.admin, boss]) {
      expect(await noticesOf(admin)).toEqual([
        ['2 driver documents expire soon or have expired.', '/driver-file?status=renew'],
      ]);
    }
    expect(await noticesOf(t.employee)).toHaveLength(2);
  });

  test('a new checked document and a corrected date begin anew; one that waits does not', async () => {
    await files.upload(emils, 'cdl', { expires_on: '2026-12-02' });
    await runAt('2026-11-25T19:00:00.000Z');
    expect(await noticesOf(t.employee)).toHaveLength(1);
    await files.upload(emils, 'cdl', { expires_on: '2026-12-30' }, t.employee);
    await runAt('2026-11-26T19:00:00.000Z');
    expect(await messagesOf(t.employee)).toEqual([]);
    await runAt('2026-12-02T19:00:00.000Z');
    expect(await messagesOf(t.employee)).toEqual([
      'CDL: yours expires today. The office still has to check the new one.',
    ]);
    await files.update(emils, 'cdl', { check: 1 });
    await noticesOf(t.employee);
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
