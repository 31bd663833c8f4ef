import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { send } from '#tests/fixtures/requests.ts';
import { sampleBody } from '#tests/fixtures/sample-bodies.ts';
import { suiteApp, type TestPerson } from '#tests/harness/app.ts';
import { claimsOf } from '#tests/harness/claims.ts';
import { onBothWhenFull } from '#tests/harness/databases.ts';
import { documentsOf, idsOf } from '#tests/harness/documents.ts';
import { driverFilesOf } from '#tests/harness/driver-files.ts';
import { employeeOf } from '#tests/harness/employees.ts';
import { type PushService, startPushService } from '#tests/harness/push-service.ts';
import { makeInvitation, writeWith } from '#tests/harness/testimonials.ts';
import { makeOrder, makeProduct, setOrder } from '#tests/records/store-and-news.ts';
import { clearTables, jsonOf, rowsOf } from '#tests/records/stored.ts';
import { decide, requestTimeOff } from '#tests/records/time-off.ts';
import { badgesOf, mailsOf, noticesOf } from '#tests/records/traces.ts';
import { mailTask } from '../../platform/mail/mail-task.ts';

onBothWhenFull('withdrawn notices', (engine) => {
  let driver: TestPerson;
  let other: TestPerson;
  let employee_id: number;
  let others_id: number;
  // 23:00 in Chicago.
  const night = new Date('2026-01-13T05:00:00.000Z');
  let now = night;

  const documents = documentsOf(() => t);
  const { update: updateClaim, addPhoto: _, ...claims } = claimsOf(() => t);
  const driverFiles = driverFilesOf(() => t);

  let service: PushService;
  const config = { pushServices: [] as string[], tokenHours: 24 * 7 };
  beforeAll(async () => {
    service = await startPushService();
    config.pushServices.push(service.host);
  });
  const t = suiteApp(engine, { config, now: () => now });
  afterAll(() => service.close());
  beforeEach(async () => {
    now = night;
    const name = randomUUID().slice(0, 8);
    driver = await t.person(`a${name}`, 'employee');
    other = await t.person(`b${name}`, 'employee');
    employee_id = await employeeOf(t, driver.userId);
    others_id = await employeeOf(t, other.userId);
    await clearTables(t, 'outbox');
  });

  const api = (
    method: 'POST' | 'PUT' | 'DELETE',
    url: string,
    body: object | null = null,
    by = t.admin,
  ) => jsonOf(send(t, method, url, by, body));
  const notices = (by: TestPerson) => noticesOf(t, by, '?all=1');
  const unreadCount = async (by: TestPerson) => (await badgesOf(t, by)).unread_notices;
  const wantMail = (by: TestPerson, kind: string, more: object = {}) =>
    api('PUT', '/api/notifications/settings', { choices: [{ kind, mail: 1 }], ...more }, by);
  const quiet = { quiet_from: 22 * 60, quiet_to: 6 * 60 };
  const waiting = () => rowsOf(t, 'outbox', {}, 'id');
  /** Sends what is due; returns the addresses. */
  const sent = async () => {
    const to: string[] = [];
    const task = mailTask(t.ctx, async ({ recipient }) => void to.push(recipient));
    await task.run();
    return to;
  };
  const damage = () => ({
    ...{ employee_id, driver_name: 'A', damage_date: '2026-01-05', damage_amount: 900 },
    damage_description: 'B',
  });
  type Kind = 'settlements' | 'reports' | 'employee-files';
  const document = (kind: Kind) => documents.document(kind, { user_ids: idsOf([driver]) });
  const give = (kind: Kind) => (id: number) =>
    jsonOf(documents.update(kind, id, { user_ids: idsOf([other]) }));
  const remove = (kind: Kind) => (id: number) => documents.remove(kind, id);
  const report = () => claims.report(driver, { damage_date: '2026-01-05' });
  const removeDamage = (id: number) => api('DELETE', `/api/damages/${id}`);
  const uploadLicense = () =>
    driverFiles.upload(employee_id, 'cdl', { expires_on: '2027-01-01' }, driver);
  async function answeredQuestion() {
    const id = await document('settlements');
    const message = { message: 'Why?' };
    const url = `/api/settlements/files/${id}/questions`;
    const { question_id } = await api('POST', url, message, driver);
    await api('POST', `/api/settlements/questions/${question_id}/messages`, message);
    return id;
  }
  async function writtenTestimonial() {
    const { id, code } = await makeInvitation(t);
    await jsonOf(writeWith(t, code, sampleBody('writeTestimonial')));
    return id;
  }
  const day = { from_date: '2026-03-02', to_date: '2026-03-02' };

  type Case = [
    name: string,
    kind: string,
    reader: 'driver' | 'admin',
    make: () => Promise<number>,
    take: (id: number) => Promise<unknown>,
    /** Notices that the event itself causes. */
    caused: number,
  ];
  const settlement = () => document('settlements');
  const form = () => document('employee-files');
  const addDamage = async () => (await api('POST', '/api/damages', damage())).damage_id;
  const cases: Case[] = [
    ['a moved settlement', 'settlement', 'driver', settlement, give('settlements'), 0],
    ['a moved form', 'file', 'driver', form, give('employee-files'), 0],
    ['a deleted form', 'file', 'driver', form, remove('employee-files'), 0],
    ['an answered question', 'question', 'driver', answeredQuestion, remove('settlements'), 0],
    ['a damage', 'damage', 'driver', addDamage, removeDamage, 0],
    ['a reported claim', 'claim', 'admin', report, removeDamage, 0],
    [
      ...(['a request for time off', 'time_off', 'admin'] as const),
      () => requestTimeOff(t, day, driver),
      (id) => decide(t, id, 'cancelled', driver),
      1,
    ],
    [
      ...(['an order', 'order', 'admin'] as const),
      async () => makeOrder(t, await makeProduct(t), driver),
      (id) => setOrder(t, id, 'cancelled', driver),
      1,
    ],
    ['a license', 'driver_file', 'admin', uploadLicense, (id) => driverFiles.remove(id), 0],
    [
      ...(['a license of a closed account', 'driver_file', 'admin'] as const),
      uploadLicense,
      () => documents.closeAccount(driver),
      0,
    ],
    [
      ...(['a testimonial', 'testimonial', 'admin'] as const),
      writtenTestimonial,
      (id) => api('DELETE', `/api/testimonials/${id}`),
      0,
    ],
  ];

  test.each(cases)(
    '%s is withdrawn with its notice and mail',
    async (...[, kind, reader, make, take, caused]) => {
      const person = reader === 'driver' ? driver : t.admin;
      await wantMail(person, kind, quiet);
      await clearTables(t, 'outbox');
      const idsNow = async () => (await notices(person)).map((one) => one.notification_id);
      const known = await idsNow();
      const before = await unreadCount(person);
      const added = async () => (await idsNow()).filter((id) => !known.includes(id));
      const mails = async () =>
        (await waiting()).filter(({ subject }) => /new notification|files/.test(subject));
      const id = await make();
      const made = await added();
      expect(made).not.toEqual([]);
      expect(await mails()).not.toEqual([]);
      await take(id);
      const left = await added();
      expect(left).toHaveLength(caused);
      expect(left.filter((one) => made.includes(one))).toEqual([]);
      expect(await unreadCount(person)).toBe(before + caused);
      expect(await mails()).toHaveLength(caused);
      await wantMail(person, kind, { quiet_from: null, quiet_to: null });
    },
  );

  test('a notice stays with everyone who still has the file', async () => {
    const id = await documents.document('reports', { user_ids: idsOf([driver, other]) });
    await documents.update('reports', id, { user_ids: idsOf([other]) });
    expect([await unreadCount(driver), await unreadCount(other)]).toEqual([0, 1]);
  });

  test('an admin who becomes an employee keeps no notice or mail of the office', async () => {
    const leaving = await t.person(`c${randomUUID().slice(0, 8)}`, 'admin');
    await wantMail(leaving, 'claim', quiet);
    await wantMail(leaving, 'hours');
    await claims.report(driver, { damage_date: '2026-01-05' });
    const own = await employeeOf(t, leaving.userId);
    await api('PUT', `/api/employees/${own}`, { pto_hours: 8 });
    expect(await unreadCount(leaving)).toBe(2);
    await api('PUT', `/api/users/${leaving.userId}`, { user_role: 'employee' });
    const { userId: user_id } = leaving;
    const rows = await rowsOf(t, 'notification_recipients', { user_id }, 'notification_id');
    const ids = rows.map(({ notification_id }) => notification_id);
    const kinds = (await rowsOf(t, 'notifications', {}, 'notification_id'))
      .filter(({ notification_id }) => ids.includes(notification_id))
      .map(({ kind }) => kind);
    expect(kinds).toEqual(['hours', 'account']);
    const ownMails = await mailsOf(t, `${leaving.username}@example.com`);
    const [hours, account, ...others] = ownMails.map(({ subject }) => subject);
    expect([hours?.split(':')[0], others]).toEqual(['Hours', []]);
    expect(account).toContain('account was changed');
  });

  test('a mail goes to the address of its account when it is sent, and to no closed account', async () => {
    for (const person of [driver, other]) await wantMail(person, 'damage', quiet);
    await api('POST', '/api/damages', damage());
    await api('POST', '/api/damages', { ...damage(), employee_id: others_id });
    const user_email = `${driver.username}@new.example`;
    await api('PUT', `/api/users/${driver.userId}`, { user_email });
    await api('DELETE', `/api/users/${other.userId}`);
    // The change of the address itself is mailed to both addresses.
    expect(await sent()).toHaveLength(2);
    now = new Date('2026-01-13T13:00:00.000Z');
    expect(await sent()).toEqual([user_email]);
    expect(await mailsOf(t, `${other.username}@example.com`)).toEqual([]);
  });

  test('a push that waits is not sent after its notice was withdrawn', async () => {
    const browser = service.browser();
    now = new Date('2026-01-13T18:00:00.000Z');
    await api('POST', '/api/push/subscriptions', browser.subscription, driver);
    const gate = Promise.withResolvers<void>();
    service.gate = gate.promise;
    const first = await document('settlements');
    await service.count(1);
    const second = await document('settlements');
    await documents.remove('settlements', second);
    gate.resolve();
    service.gate = Promise.resolve();
    await document('settlements');
    await service.count(2);
    const [one, ...more] = browser.received().map((note) => (note as { url: string }).url);
    expect(one).toBe(`/Settlements?file=${first}`);
    expect(more).not.toContain(`/Settlements?file=${second}`);
  });
});
