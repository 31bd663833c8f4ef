import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, expect, vi } from 'vitest';
import { send } from '#tests/fixtures/requests.ts';
import { sessionActorOf, suiteApp, type TestPerson } from '#tests/harness/app.ts';
import { onBothDatabases, postgresOnly, sqliteUnlessFull } from '#tests/harness/databases.ts';
import { employeeOf } from '#tests/harness/employees.ts';
import { pdfOf } from '#tests/harness/multipart.ts';
import { rawClient } from '#tests/harness/raw-client.ts';
import { until } from '#tests/harness/until.ts';
import { newPerson } from '#tests/records/accounts.ts';
import { rowsOf } from '#tests/records/stored.ts';
import { auditOf } from '#tests/records/traces.ts';
import type { SessionActor } from '../../platform/writes/writes.ts';
import { createEmployee, updateEmployee } from '../employees/employees.service.ts';
import { removePasskey } from '../passkeys/passkeys.service.ts';
import { changePassword, createResetLink } from '../passwords/passwords.service.ts';
import {
  replaceRecoveryCodes,
  resetSecondFactors,
} from '../second-factors/second-factors.service.ts';
import { signUp } from '../session/session.service.ts';
import { confirm as confirmTotp, start as startTotp } from '../totp/totp.service.ts';
import { closeUser, createUser, updateUser } from './users-writing.service.ts';

const password = 'nine cars on a deck';
const account = () => ({
  username: `u${randomUUID()}`,
  user_email: `${randomUUID()}@example.com`,
  phone_number: '',
  user_role: 'employee' as const,
});

/** On PostgreSQL, only the waiting for a lock is tested in every run. */
const { test } = sqliteUnlessFull;

onBothDatabases('rights that end during a call', (engine) => {
  const clock = Date.now();
  const t = suiteApp(engine, { now: () => new Date(clock) });
  let url: string;
  beforeAll(async () => {
    url = await t.app.listen({ host: '127.0.0.1', port: 0 });
  });

  const ends = {
    'the account is closed': ({ userId }: TestPerson) =>
      send(t, 'DELETE', `/api/users/${userId}`, t.admin),
    'the admin is demoted': ({ userId }: TestPerson) =>
      send(t, 'PUT', `/api/users/${userId}`, t.admin, { user_role: 'employee' }),
    'the password is replaced': ({ userId }: TestPerson) =>
      send(t, 'PUT', `/api/users/${userId}`, t.admin, { password: 'another secret of nine' }),
    'the session is logged out': (by: TestPerson) => send(t, 'POST', '/api/logout', by),
  };
  type End = keyof typeof ends;
  const names = Object.keys(ends) as End[];

  /** Sends all but the last byte, runs `meanwhile`, sends the rest and returns the response. */
  async function sendLate(
    path: string,
    headers: Record<string, string>,
    body: Buffer,
    meanwhile: () => Promise<{ statusCode: number }>,
  ): Promise<{ status: number; text: string }> {
    const counted = vi.spyOn(t.ctx.limits, 'countCall');
    const head = Object.entries({ ...headers, 'content-length': body.length, connection: 'close' });
    const lines = [`POST ${path} HTTP/1.1`, 'host: x', ...head.map(([k, v]) => `${k}: ${v}`)];
    const client = rawClient(url, `${lines.join('\r\n')}\r\n\r\n`, body.subarray(0, -1));
    // A call is counted for its user once its headers have authorized it.
    const isAuthorized = () => counted.mock.calls.some(([client]) => typeof client === 'object');
    await until('the headers have authorized the call', 30_000, isAuthorized);
    counted.mockRestore();
    expect((await meanwhile()).statusCode).toBeLessThan(300);
    client.socket.write(body.subarray(-1));
    const text = await client.response;
    return { status: Number(text.slice(9, 12)), text };
  }

  test.each(['the account is closed', 'the session is logged out'] as const)(
    'a body that is complete only after %s changes nothing (SEC8)',
    async (end) => {
      const admin = await newPerson(t, 'admin');
      const payload = { ...account(), password, user_role: 'admin' };
      const body = Buffer.from(JSON.stringify(payload));
      const headers = { 'content-type': 'application/json', ...admin.headers };
      const response = await sendLate('/api/users', headers, body, () => ends[end](admin));
      expect(response.status, response.text).toBe(401);
      expect(await rowsOf(t, 'users', { username: payload.username })).toEqual([]);
    },
  );

  test('an upload that is complete only after the account is closed stores nothing (SEC8)', async () => {
    const admin = await newPerson(t, 'admin');
    const parts = ['--x', 'content-disposition: form-data; name="file"; filename="a.pdf"'];
    const body = Buffer.concat([
      Buffer.from(`${parts.join('\r\n')}\r\ncontent-type: application/pdf\r\n\r\n`),
      pdfOf('Training'),
      Buffer.from('\r\n--x--\r\n'),
    ]);
    const headers = { 'content-type': 'multipart/form-data; boundary=x', ...admin.headers };
    const close = () => ends['the account is closed'](admin);
    const response = await sendLate('/api/training/upload', headers, body, close);
    expect(response.status, response.text).toBe(401);
    expect(await rowsOf(t, 'documents')).toEqual([]);
  });

  const proofOf = (current_password: string) => ({ current_password, otp: '' });
  const someUser = async () => (await newPerson(t)).userId;
  /** Every change of an account, as its route calls it after the session was checked. */
  const changes: Record<string, (actor: SessionActor, by: TestPerson) => Promise<unknown>> = {
    createUser: (actor) =>
      createUser(t.ctx, { ...account(), password, send_link: 0 }, actor, undefined),
    updateUser: async (actor) => updateUser(t.ctx, await someUser(), { phone_number: '1' }, actor),
    closeUser: async (actor) => closeUser(t.ctx, await someUser(), actor),
    signUp: (actor) => signUp(t.ctx, { ...account(), user_password: password }, actor, undefined),
    createResetLink: async (actor) => createResetLink(t.ctx, await someUser(), actor),
    changePassword: (actor, { password: old_password }) =>
      changePassword(t.ctx, { old_password, new_password: password }, actor, ''),
    createEmployee: async (actor) => {
      const fields = { user_id: await someUser(), first_name: 'Rosa', last_name: '' };
      return createEmployee(t.ctx, { ...fields, department: '' } as never, actor, undefined);
    },
    updateEmployee: async (actor) => {
      const employee = await employeeOf(t, await someUser());
      return updateEmployee(t.ctx, employee, { first_name: 'Rosa', reason: '' }, actor);
    },
    resetSecondFactors: async (actor) => resetSecondFactors(t.ctx, await someUser(), actor),
    confirmTotp: (actor) => confirmTotp(t.ctx, { otp: '123456' }, actor),
    startTotp: (actor, { password }) => startTotp(t.ctx, proofOf(password), actor),
    replaceRecoveryCodes: (actor, { password }) =>
      replaceRecoveryCodes(t.ctx, proofOf(password), actor),
    removePasskey: (actor, { password }) => removePasskey(t.ctx, 1, proofOf(password), actor),
  };

  const withPassword = ['changePassword', 'startTotp', 'replaceRecoveryCodes', 'removePasskey'];
  // One end for each, in turn. After a new password the old one is refused in any case.
  const cases = Object.keys(changes).map((name, at) => {
    const some = withPassword.includes(name)
      ? names.filter((end) => end !== 'the password is replaced')
      : names;
    return [name, some[at % some.length] as End] as const;
  });
  test.each(cases)(
    '%s checks the session in its transaction: refused once %s (SEC8)',
    async (name, end) => {
      const admin = await newPerson(t, 'admin');
      const actor = sessionActorOf(admin);
      expect((await ends[end](admin)).statusCode).toBeLessThan(300);
      await expect(changes[name]?.(actor, admin)).rejects.toMatchObject({ status: 401 });
    },
  );

  /** The database's connections that wait for a lock. */
  const waiting = sql`select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;

  postgresOnly.test.each(Object.keys(changes))(
    '%s waits for a call that is ending the rights, and writes nothing after it (SEC8)',
    async (name) => {
      const admin = await newPerson(t, 'admin');
      const [begun, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const ending = t.ctx.db.transaction().execute(async (tx) => {
        const users = tx.updateTable('users').where('user_id', '=', admin.userId);
        await users.set({ closed_at: new Date(clock).toISOString() }).execute();
        begun.resolve();
        await gate.promise;
      });
      await begun.promise;
      const before = await auditOf(t, { user_id: admin.userId });
      const change = Promise.allSettled([changes[name]?.(sessionActorOf(admin), admin)]);
      await until('the change waits', 30_000, async () => {
        return (await waiting.execute(t.ctx.db)).rows.length > 0;
      });
      gate.resolve();
      await ending;
      expect(await change).toMatchObject([{ status: 'rejected', reason: { status: 401 } }]);
      expect(await auditOf(t, { user_id: admin.userId })).toEqual(before);
    },
  );
});
