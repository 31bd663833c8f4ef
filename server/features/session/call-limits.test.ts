/** How often one person or one network may call what others could abuse. */
import { randomUUID } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import { describe, expect, test } from 'vitest';
import { send } from '#tests/fixtures/requests.ts';
import { suiteApp, type TestPerson } from '#tests/harness/app.ts';
import { documentsOf } from '#tests/harness/documents.ts';
import { addTotp, signIn } from '#tests/harness/second-factors.ts';
import { newPerson } from '#tests/records/accounts.ts';
import { auditOf } from '#tests/records/traces.ts';

const step = 30_000;

describe('limits on calls', () => {
  let clock = Date.parse('2026-11-20T16:00:05.000Z');
  const config = { rateLimits: true, trustProxy: ['127.0.0.1'] };
  const t = suiteApp('sqlite', { config, now: () => new Date(clock) });
  const documents = documentsOf(() => t);

  /** The statuses of calls, one after the other. */
  async function statusesOf(count: number, call: (n: number) => Promise<LightMyRequestResponse>) {
    const statuses: number[] = [];
    for (let n = 0; n < count; n += 1) statuses.push((await call(n)).statusCode);
    return statuses;
  }
  /** Another network for each test: failures count per network too. */
  const from = (address: string) => ({ 'x-forwarded-for': address });
  const times = (count: number, status: number) => Array<number>(count).fill(status);

  test('ten emails to everyone per admin and hour, without repeated keys', async () => {
    const admin = await newPerson(t, 'admin');
    const mail = (by: TestPerson, headers = {}) =>
      send(t, 'POST', '/api/send-email', by, { subject: 'x', message: 'y' }, headers);
    const key = { 'idempotency-key': randomUUID() };
    expect(await statusesOf(5, () => mail(admin, key))).toEqual(times(5, 200));
    expect(await statusesOf(10, () => mail(admin))).toEqual([...times(9, 200), 429]);
    const refused = await mail(admin);
    expect(refused.json().error).toBe('Too many attempts. Wait a moment and try again.');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3000);
    expect((await mail(await newPerson(t, 'admin'))).statusCode).toBe(200);
  });

  test('ten reminders per admin and hour', async () => {
    const admin = await newPerson(t, 'admin');
    const statuses = await statusesOf(11, async () => {
      const file_id = await documents.document('training', { user_ids: [t.employee.userId] });
      return send(t, 'POST', '/api/receipts/remind', admin, { file_id });
    });
    expect(statuses).toEqual([...times(10, 200), 429]);
  });

  test('five exports of the own data and five downloads per user and hour', async () => {
    const [person, other] = [await newPerson(t), await newPerson(t)];
    const link = (by: TestPerson) => send(t, 'POST', '/api/user/export', by);
    const urls: string[] = [];
    for (let n = 0; n < 5; n += 1) urls.push((await link(person)).json().url);
    const sixth = await link(person);
    expect([sixth.statusCode, sixth.json().code]).toEqual([429, 'rate_limited']);
    expect(Number(sixth.headers['retry-after'])).toBeGreaterThan(3500);
    // A download that broke off can be repeated with the same link.
    const opened = [...urls.slice(0, 1), ...urls];
    const downloads = await statusesOf(6, (n) => t.app.inject(opened[n] ?? ''));
    expect(downloads).toEqual([...times(5, 200), 429]);
    expect((await link(other)).statusCode).toBe(200);
  });

  test('guesses of a password count as sign-ins, guesses of codes as public forms', async () => {
    const person = await newPerson(t);
    const guess = { old_password: 'a guess', new_password: 'eighteen wheels' };
    const by = from('203.0.113.5');
    const change = () => send(t, 'POST', '/api/password', person, guess, by);
    expect(await statusesOf(6, change)).toEqual([...times(5, 400), 429]);
    const { username, password } = person;
    const late = await send(t, 'POST', '/api/login', null, { username, password }, by);
    expect(late.statusCode).toBe(429);

    const reset = (n: number) => {
      const url = `/api/reset/${String(n).repeat(43)}`;
      return send(t, 'POST', url, null, { password: 'eighteen wheels' }, by);
    };
    expect(await statusesOf(6, reset)).toEqual([...times(5, 404), 429]);
  });

  test('wrong codes count like wrong passwords, right ones never', async () => {
    const person = await newPerson(t);
    const { codeAt } = await addTotp(t, person);
    for (let n = 0; n < 6; n += 1) {
      clock += step;
      expect((await signIn(t, person, codeAt())).statusCode).toBe(200);
      expect((await signIn(t, person)).json().code).toBe('second_factor_required');
    }
    const guesses = await statusesOf(7, () => signIn(t, person, '000000'));
    expect(guesses).toEqual([...times(5, 401), 429, 429]);
    // Strangers' guesses don't keep the owner from the settings; guesses there have a limit of their own.
    const remove = () => send(t, 'POST', '/api/totp/remove', person, { otp: '000000' });
    const statuses = await statusesOf(30, remove);
    expect([statuses[0], statuses.at(-1)]).toEqual([403, 429]);
    expect(Number((await remove()).headers['retry-after'])).toBeGreaterThan(0);
    expect((await signIn(t, t.employee)).statusCode).toBe(200);
  });

  test.each([
    ['POST', '/api/confirm', '198.51.100.1', {}],
    ['PUT', '/api/users/{id}', '192.0.2.1', { password: 'eighteen wheels' }],
  ] as const)('wrong confirmations of %s %s count as sign-ins', async (...row) => {
    const [method, path, address, body] = row;
    const admin = await newPerson(t, 'admin');
    const url = path.replace('{id}', String(admin.userId));
    const guess = (current_password: string) =>
      send(t, method, url, admin, { ...body, current_password }, from(address));
    expect(await statusesOf(6, () => guess('a guess'))).toEqual([...times(5, 403), 429]);
    const limited = await guess(admin.password);
    expect(limited.statusCode).toBe(429);
    expect(Number(limited.headers['retry-after'])).toBeGreaterThan(0);
    await t.ctx.auditEvents.flush({ all: true });
    const log = await auditOf(t, { action: 'password.refused', user_id: admin.userId });
    // The first, and the four that followed in its window.
    expect(log.map(({ detail }) => JSON.parse(detail))).toEqual([
      {},
      expect.objectContaining({ times: 4 }),
    ]);
  });
});
