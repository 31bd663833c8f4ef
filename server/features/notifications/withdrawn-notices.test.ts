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
import { makeOrder, makeProduct } from '#tests/records/store-and-news.ts';
import { badgesOf, noticesOf } from '#tests/records/traces.ts';
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
    await t.ctx.db.deleteFrom('outbox').execute();
  });

  const api = async (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    body: object | null = null,
    by = t.admin,
  ) => {
    const response = await send(t, method, url, by, body);
    expect(response.statusCode, response.body).toBeLessThan(300);
    return response.json();
  };
  const notices = (by: TestPerson) => noticesOf(t, by, '?all=1');
  const unreadCount = async (by: TestPerson) => (await badgesOf(t, by)).unread_notices;
  const wantMail = (by: TestPerson, kind: string, more: object = {}) =>
    api('PUT', '/api/notifications/settings', { choices: [{ kind, mail: 1 }], ...more }, by);
  const quiet = { quiet_from: 22 * 60, quiet_to: 6 * 60 };
  const waiting = () =>
    t.ctx.db.selectFrom('outbox').select(['recipient', 'subject']).orderBy('id').execute();
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
  const document = (kind: 'settlements' | 'reports' | 'training' | 'employee-files') =>
    documents.document(kind, { user_ids: idsOf([driver]) });
  const reassign = (kind: Parameters<typeof document>[0]) => async (id: number) => {
    const { statusCode } = await documents.update(kind, id, { user_ids: idsOf([other]) });
    expect(statusCode).toBe(200);
  };
  const dayOff = { kind: 'pto', from_date: '2026-03-02', to_date: '2026-03-02' };

  type Case = [
    name: string,
    kind: string,
    reader: 'driver' | 'admin',
    make: () => Promise<number>,
    take: (id: number) => Promise<unknown>,
    /** Notices that the event itself causes. */
    caused?: number,
  ];
  const cases: Case[] = [
    ...(['settlements', 'employee-files'] as const).flatMap((kind): Case[] => {
      const about = kind === 'settlements' ? 'settlement' : 'file';
      const remove = (id: number) => documents.remove(kind, id);
      return [
        [`${kind}: moved`, about, 'driver', () => document(kind), reassign(kind)],
        [`${kind}: deleted`, about, 'driver', () => document(kind), remove],
      ];
    }),
    [
      'an answer to a question about a settlement',
      'question',
      'driver',
      async () => {
        const id = await document('settlements');
        const message = { message: 'Why?' };
        const url = `/api/settlements/files/${id}/questions`;
        const { question_id } = await api('POST', url, message, driver);
        await api('POST', `/api/settlements/questions/${question_id}/messages`, message);
        return id;
      },
      (id) => documents.remove('settlements', id),
    ],
    [
      'a damage: deleted',
      'damage',
      'driver',
      async () => (await api('POST', '/api/damages', damage())).damage_id,
      (id) => api('DELETE', `/api/damages/${id}`),
    ],
    [
      'a reported claim',
      'claim',
      'admin',
      () => claims.report(driver, { damage_date: '2026-01-05' }),
      (id) => api('DELETE', `/api/damages/${id}`),
    ],
    [
      'a request for time off',
      'time_off',
      'admin',
      async () => (await api('POST', '/api/time-off', dayOff, driver)).time_off_id,
      (id) => api('PUT', `/api/time-off/${id}`, { status: 'cancelled' }, driver),
      1,
    ],
    [
      'an order',
      'order',
      'admin',
      async () => makeOrder(t, await makeProduct(t), driver),
      (id) => api('PUT', `/api/store/orders/${id}/status`, { status: 'cancelled' }, driver),
      1,
    ],
    [
      'a document of the driver file',
      'driver_file',
      'admin',
      () => driverFiles.upload(employee_id, 'cdl', { expires_on: '2027-01-01' }, driver),
      (id) => driverFiles.remove(id),
    ],
    [
      'a document of a closed account',
      'driver_file',
      'admin',
      () => driverFiles.upload(employee_id, 'cdl', { expires_on: '2027-01-01' }, driver),
      () => api('DELETE', `/api/users/${driver.userId}`),
    ],
    [
      'a testimonial',
      'testimonial',
      'admin',
      async () => {
        const { id, code } = await makeInvitation(t);
        expect((await writeWith(t, code, sampleBody('writeTestimonial'))).statusCode).toBe(201);
        return id;
      },
      (id) => api('DELETE', `/api/testimonials/${id}`),
    ],
  ];

  test.each(cases)(
    '%s is withdrawn with its notice and mail',
    async (...[, kind, reader, make, take, caused = 0]) => {
      const person = reader === 'driver' ? driver : t.admin;
      await wantMail(person, kind, quiet);
      await t.ctx.db.deleteFrom('outbox').execute();
      const known = new Set((await notices(person)).map((one) => one.notification_id));
      const before = await unreadCount(person);
      const added = async () =>
        (await notices(person)).filter((one) => !known.has(one.notification_id));
      const mails = async () =>
        (await waiting()).filter(
          ({ subject }) => subject.includes('new notification') || subject.includes('files'),
        );
      const id = await make();
      const made = await added();
      expect(made).not.toEqual([]);
      expect(await mails()).not.toEqual([]);
      await take(id);
      const left = await added();
      expect(left).toHaveLength(caused);
      for (const { notification_id } of made) {
        expect(left.map((one) => one.notification_id)).not.toContain(notification_id);
      }
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
    const rows = await t.ctx.db
      .selectFrom('notification_recipients as r')
      .innerJoin('notifications as n', 'n.notification_id', 'r.notification_id')
      .select('n.kind')
      .where('r.user_id', '=', leaving.userId)
      .orderBy('n.notification_id')
      .execute();
    expect(rows.map(({ kind }) => kind)).toEqual(['hours', 'account']);
    const ownMails = (await waiting()).filter(({ recipient }) =>
      recipient.startsWith(leaving.username),
    );
    expect(ownMails.map(({ subject }) => subject.split(':')[0])).toEqual([
      'Hours',
      expect.stringContaining('account was changed'),
    ]);
  });

  test('a mail goes to the address of its account when it is sent, and to no closed account', async () => {
    for (const person of [driver, other]) await wantMail(person, 'damage', quiet);
    await api('POST', '/api/damages', damage());
    await api('POST', '/api/damages', { ...damage(), employee_id: others_id });
    await api('PUT', `/api/users/${driver.userId}`, {
      user_email: `${driver.username}@new.example`,
    });
    await api('DELETE', `/api/users/${other.userId}`);
    // The change of the address itself is mailed to both addresses.
    expect(await sent()).toHaveLength(2);
    now = new Date('2026-01-13T13:00:00.000Z');
    expect(await sent()).toEqual([`${driver.username}@new.example`]);
    expect((await waiting()).map(({ recipient }) => recipient)).not.toContain(
      `${other.username}@example.com`,
    );
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
    const urls = browser.received().map((note) => (note as { url: string }).url);
    expect(urls).not.toContain(`/Settlements?file=${second}`);
    expect(urls[0]).toBe(`/Settlements?file=${first}`);
  });
});
