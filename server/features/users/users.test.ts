import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { User } from '#contract/users.ts';
import type { Endpoint } from '#contract/wire/endpoint.ts';
import { errorOf, replyOf, send } from '#tests/fixtures/requests.ts';
import { suiteApp } from '#tests/harness/app.ts';
import { onBothWhenFull } from '#tests/harness/databases.ts';
import { employeeOf } from '#tests/harness/employees.ts';
import { newPerson, signedInAgain } from '#tests/records/accounts.ts';
import { rowsOf } from '#tests/records/stored.ts';
import { auditOf, mailsOf } from '#tests/records/traces.ts';
import type { Ended } from '../../platform/accounts/access.ts';

onBothWhenFull('users', (engine) => {
  const t = suiteApp(engine);
  const ended: Ended[] = [];
  beforeAll(() => {
    t.ctx.accountEvents.onEnded((who) => ended.push(who));
  });

  const call = (method: Endpoint['method'], url: string, body?: object) =>
    send(t, method, url, t.admin, body);
  const list = async (): Promise<User[]> => (await call('GET', '/api/users')).json();
  const user = async (id: number) => (await list()).find((entry) => entry.user_id === id);
  const audited = async (id: number, kind = 'user') => {
    const rows = await auditOf(t, { target_kind: kind, target_id: String(id) });
    return rows.map(({ action, user_id, detail }) => ({ action, user_id, ...JSON.parse(detail) }));
  };
  const account = () => ({
    username: `Rosa ${randomUUID()}`,
    user_email: `${randomUUID()}@example.com`,
    phone_number: '815-555-0142',
    password: 'twelve wheels',
    user_role: 'employee',
  });
  const add = async (change: object = {}): Promise<number> =>
    (await call('POST', '/api/users', { ...account(), ...change })).json().user_id;
  const signIn = (username: string, password: string) =>
    send(t, 'POST', '/api/login', null, { username, password });

  test('returns every user to admins, and only the admins’ names to employees', async () => {
    const id = await add();
    const names = { first_name: 'Anna', last_name: 'Berg' };
    await employeeOf(t, t.admin.userId, names);
    const rows = await list();
    expect(rows.map((row) => row.user_id)).toEqual(
      rows.map((row) => row.user_id).toSorted((one, other) => one - other),
    );
    const anna = { user_id: t.admin.userId, username: 'anna', ...names, user_role: 'admin' };
    expect(await user(t.admin.userId)).toMatchObject({
      ...{ ...anna, user_email: 'anna@example.com', department: 'Operations', pto_hours: 0 },
      ...{ version: 1, employee_version: 1, sign_in: 'signed_in', link_sent_at: null },
    });
    const none = { employee_id: null, first_name: null, pto_hours: null, employee_version: null };
    expect(await user(id)).toMatchObject({ phone_number: '815-555-0142', ...none });
    const seen: User[] = (await send(t, 'GET', '/api/users', t.employee)).json();
    expect(seen).toContainEqual(anna);
    const admins = rows.filter((row) => row.user_role === 'admin').map((row) => row.user_id);
    expect(seen.map((row) => row.user_id)).toEqual(admins);
    const keys = Object.keys(anna).toSorted();
    for (const row of seen) expect(Object.keys(row).toSorted()).toEqual(keys);
  });

  test('changes the keys that are sent, of user and employee together, and audits them', async () => {
    const id = await add();
    const employeeId = await employeeOf(t, id);
    const before = await user(id);
    const change = { phone_number: '402-555-0107', first_name: 'Rosa', hire_date: '2024-02-29' };
    const sent = { payroll_number: ' KT-0417 ', pto_hours: '8.25', password: '', version: 1 };
    const response = await call('PUT', `/api/users/${id}`, {
      ...{ ...change, ...sent, employee_version: 1 },
    });
    expect(replyOf(response)).toEqual([200, { message: 'User updated successfully.' }]);
    expect(await user(id)).toEqual({
      ...{ ...before, ...change, payroll_number: 'KT-0417', pto_hours: 8.25 },
      ...{ version: 2, employee_version: 2 },
    });
    expect((await audited(id)).at(-1)).toEqual({
      ...{ action: 'user.update', user_id: t.admin.userId },
      phone_number: { before: '815-555-0142', after: '402-555-0107' },
    });
    expect((await audited(employeeId, 'employee')).map(({ action }) => action)).toEqual([
      'employee.update',
      'hours.update',
    ]);
    expect(await rowsOf(t, 'hours_ledger', { employee_id: employeeId })).toMatchObject([
      { kind: 'pto', before_hundredths: 0, after_hundredths: 825, user_id: t.admin.userId },
    ]);
  });

  test('returns 409 with the current user when either version is stale', async () => {
    const id = await add();
    await employeeOf(t, id);
    const put = (body: object) => call('PUT', `/api/users/${id}`, body);
    await put({ phone_number: '1', first_name: 'New' });
    const current = await user(id);
    for (const stale of [{ version: 1 }, { employee_version: 1 }, { version: 2_000_000 }]) {
      const response = await put({ phone_number: '2', last_name: 'Other', ...stale });
      expect(replyOf(response)).toMatchObject([409, { code: 'version_conflict', current }]);
    }
    expect(await user(id)).toEqual(current);
  });

  test.each([
    ['role', { user_role: 'employee' }],
    ['password', { password: 'another secret' }],
  ])('a new %s ends every session of the account and disconnects it', async (_what, change) => {
    const person = await newPerson(t, 'admin');
    const second = await signedInAgain(t, person);
    ended.length = 0;
    expect((await call('PUT', `/api/users/${person.userId}`, change)).statusCode).toBe(200);
    for (const session of [person, second]) {
      const refused = await send(t, 'GET', '/api/user', session);
      expect([refused.statusCode, refused.json().code]).toEqual([401, 'credentials_changed']);
    }
    expect(ended).toEqual([{ userId: person.userId }]);
    expect(JSON.stringify(await audited(person.userId))).not.toContain('another secret');
  });

  test('closing an account ends its sessions, hides it and frees its username', async () => {
    const person = await newPerson(t);
    const employeeId = await employeeOf(t, person.userId);
    ended.length = 0;
    const response = await call('DELETE', `/api/users/${person.userId}`);
    expect(replyOf(response)).toEqual([200, { message: 'User deleted successfully.' }]);
    expect(ended).toEqual([{ userId: person.userId }]);
    const refused = await send(t, 'GET', '/api/user', person);
    expect(replyOf(refused)).toMatchObject([401, { code: 'account_closed' }]);
    expect((await signIn(person.username, person.password)).statusCode).toBe(401);
    expect(await user(person.userId)).toBeUndefined();
    const employees: User[] = (await call('GET', '/api/employees')).json();
    expect(employees.map((row) => row.employee_id)).not.toContain(employeeId);
    for (const again of [
      await call('DELETE', `/api/users/${person.userId}`),
      await call('PUT', `/api/users/${person.userId}`, { phone_number: '1' }),
    ]) {
      expect(errorOf(again)).toEqual([404, 'User not found.']);
    }
    expect((await audited(person.userId)).at(-1)).toMatchObject({ action: 'user.close' });
    await t.person(person.username, 'employee');
  });

  test('mails a link that sets the first password instead of taking one', async () => {
    const { password, ...payload } = account();
    const without = await call('POST', '/api/users', payload);
    expect(without.json().fields).toEqual({ password: 'This field is required.' });
    const id = await add({ ...payload, password: undefined, send_link: 1 });
    const [mail, ...others] = await mailsOf(t, payload.user_email);
    expect(others).toEqual([]);
    const text = mail?.text ?? '';
    expect(text).toContain(payload.username);
    const code = /\/reset\/([\w-]+)/.exec(text)?.[1];
    expect((await signIn(payload.username, '')).statusCode).toBe(400);
    const set = await send(t, 'POST', `/api/reset/${code}`, null, { password });
    expect(set.statusCode, set.body).toBe(200);
    expect((await signIn(payload.username, password)).statusCode).toBe(200);
    expect((await audited(id)).map(({ action }) => action)).toEqual([
      'user.create',
      'password.link',
      'password.reset',
    ]);
  });

  test('returns 409 when admins close themselves or the last admin is demoted', async () => {
    const own = `/api/users/${t.admin.userId}`;
    const self = "You can't close your own account. Ask another admin.";
    expect(errorOf(await call('DELETE', own))).toEqual([409, self]);
    for (const { user_id, user_role } of await list()) {
      if (user_role === 'admin' && user_id !== t.admin.userId) {
        await call('DELETE', `/api/users/${user_id}`);
      }
    }
    const last = "You can't remove your own admin role. Ask another admin.";
    const demotion = { user_role: 'employee', phone_number: '815-555-0100' };
    expect(errorOf(await call('PUT', own, demotion))).toEqual([409, last]);
    expect(await user(t.admin.userId)).toMatchObject({ user_role: 'admin', phone_number: '' });
    expect((await call('PUT', own, { user_role: 'admin' })).statusCode).toBe(200);
  });
});
