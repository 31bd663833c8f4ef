/** Damage claims of one test app. */
import type { LightMyRequestResponse } from 'fastify';
import { beforeAll, beforeEach } from 'vitest';
import type { Claim } from '#contract/claims.ts';
import type { Notification } from '#contract/notifications.ts';
import { pixel, send } from '../fixtures/requests.ts';
import type { Body } from '../fixtures/sample-bodies.ts';
import { jsonOf, read, rowsOf } from '../records/stored.ts';
import { suiteApp, type TestApp, type TestPerson } from './app.ts';
import type { Engine } from './databases.ts';
import { employeeOf } from './employees.ts';
import { formBody, multipartOf, textParts } from './multipart.ts';

/** A VIN with a right check digit. */
export const sampleVin = '1M8GDM9AXKP042788';

const report = {
  stage: 'delivery',
  place: 'Auction in Milwaukee',
  damage_date: '2025-10-06',
  note: 'Scratch on the left door.',
};

/** The calls; `running` is read at each call, so that it may start later. */
export function claimsOf(running: () => TestApp) {
  const urlOf = (damageId: number) => `/api/damages/${damageId}/claim`;

  /** Reports damage with any answer. */
  function sendReport(
    by: TestPerson,
    more: Body = {},
    photos: readonly Buffer[] = [pixel],
    headers: Record<string, string> = {},
  ): Promise<LightMyRequestResponse> {
    const files = photos.map((value, at) => ({ name: 'photos', value, filename: `${at}.jpg` }));
    const form = multipartOf([...textParts({ ...report, ...more }), ...files]);
    return send(running(), 'POST', '/api/claims', by, form, headers);
  }

  return {
    sendReport,
    /** Reports damage; returns its id. */
    report: async (by: TestPerson, more?: Body, photos?: readonly Buffer[]): Promise<number> => {
      return (await jsonOf(sendReport(by, more, photos))).damage_id;
    },
    get: (damageId: number, by: TestPerson) => send(running(), 'GET', urlOf(damageId), by),
    claim: (damageId: number, by?: TestPerson): Promise<Claim> =>
      read(running(), urlOf(damageId), by),
    update: (damageId: number, body: Body, by = running().admin) =>
      send(running(), 'PUT', urlOf(damageId), by, body),
    respond: (damageId: number, by: TestPerson, body: Body = { response: 'acknowledged' }) =>
      send(running(), 'PUT', `${urlOf(damageId)}/response`, by, body),
    addPhoto: (damageId: number, by: TestPerson, value: Buffer, key?: string) => {
      const form = formBody({}, { name: 'file', value, filename: 'IMG_9.jpg' });
      const headers: Record<string, string> = key ? { 'idempotency-key': key } : {};
      return send(running(), 'POST', `${urlOf(damageId)}/photos`, by, form, headers);
    },
  };
}

/** The office and three people of a suite about claims: two drivers, and one without an employee record. */
export function claimsOffice(engine: Engine) {
  const start = new Date('2026-03-07T18:00:00Z');
  const clock = { now: start };
  const t = suiteApp(engine, { config: { tokenHours: 24 * 7 }, now: () => clock.now });
  const [emil, berta, carla] = [{}, {}, {}] as [TestPerson, TestPerson, TestPerson];
  const calls = claimsOf(() => t);
  const changeDamage = (id: number, body: Body) =>
    send(t, 'PUT', `/api/damages/${id}`, t.admin, body);

  beforeAll(async () => {
    Object.assign(emil, t.employee);
    await employeeOf(t, emil.userId);
    Object.assign(berta, await t.person('berta', 'employee'));
    await employeeOf(t, berta.userId, { first_name: 'Berta', last_name: 'Ruiz' });
    Object.assign(carla, await t.person('carla', 'employee'));
  });
  beforeEach(async () => {
    clock.now = start;
    for (const { damage_id } of await rowsOf(t, 'damages')) {
      await calls.update(damage_id, { status: 'closed' });
      await changeDamage(damage_id, { damage_description: 'Cleared.' });
      await jsonOf(send(t, 'DELETE', `/api/damages/${damage_id}`, t.admin));
    }
  });

  /** A damage without a claim. */
  async function damageOf(person: TestPerson, more: Body = {}): Promise<number> {
    return (
      await jsonOf(
        send(t, 'POST', '/api/damages', t.admin, {
          employee_id: await employeeOf(t, person.userId),
          ...{ driver_name: 'Emil Novotny', damage_date: '2026-03-05', damage_amount: 250.5 },
          damage_description: 'Mirror broken.',
          ...more,
        }),
      )
    ).damage_id;
  }

  /** The person's new notifications during `work`. */
  async function noticesOf(person: TestPerson, work: () => Promise<unknown>) {
    const all = async (): Promise<Notification[]> =>
      (await read(t, '/api/notifications', person)).notifications;
    const known = new Set((await all()).map((one) => one.notification_id));
    await work();
    const added = (await all()).filter((one) => !known.has(one.notification_id));
    return added.map(({ message, link }) => [message, link]);
  }

  return { t, emil, berta, carla, clock, ...calls, changeDamage, damageOf, noticesOf };
}
