import { createHash, createHmac, randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { replyOf, send } from '#tests/fixtures/requests.ts';
import { suiteApp } from '#tests/harness/app.ts';
import { signedInAgain } from '#tests/records/accounts.ts';
import type { Ended } from '../../platform/accounts/access.ts';

function jwt(header: object, payload: object, key = 'another key'): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const text = `${part(header)}.${part(payload)}`;
  return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`;
}

describe('session', () => {
  let clock = Date.now();
  const t = suiteApp('sqlite', { now: () => new Date(clock) });

  const login = (body: object) => send(t, 'POST', '/api/login', null, body);
  const user = (token: string) =>
    t.app.inject({ url: '/api/user', headers: { authorization: `Bearer ${token}` } });

  test('login returns a token and the role; usernames ignore case', async () => {
    const response = await login({ username: ' ANNA ', password: t.admin.password });
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({ token: expect.any(String), role: 'admin' });
    const payload = JSON.parse(
      Buffer.from(response.json().token.split('.')[1], 'base64url').toString(),
    );
    expect(payload).toMatchObject({ sub: String(t.admin.userId), username: 'anna', role: 'admin' });
    expect(payload.exp - payload.iat).toBe(8 * 3600);
    expect(payload.jti).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('a wrong password and an unknown username get the same reply', async () => {
    const wrong = await login({ username: 'anna', password: 'not this one' });
    const unknown = await login({ username: 'nobody', password: 'not this one' });
    expect(wrong.statusCode).toBe(401);
    expect(wrong.json()).toEqual({ error: 'Invalid credentials', code: 'invalid_credentials' });
    const sameId = unknown.body.replace(unknown.json().request_id, wrong.json().request_id);
    expect([unknown.statusCode, sameId]).toEqual([wrong.statusCode, wrong.body]);
  });

  test('logout ends this session only and disconnects it', async () => {
    const one = await signedInAgain(t, t.employee);
    const ended: Ended[] = [];
    t.ctx.accountEvents.onEnded((session) => ended.push(session));
    const out = await send(t, 'POST', '/api/logout', one);
    expect([out.statusCode, out.body]).toEqual([204, '']);
    const after = await user(one.token);
    expect(replyOf(after)).toEqual([
      401,
      { code: 'token_invalid', error: 'Invalid token. Please log in again.' },
    ]);
    expect((await user(t.employee.token)).statusCode).toBe(200);
    expect(ended).toEqual([{ jti: expect.any(String) }]);
  });

  test('rejects forged tokens', async () => {
    const now = Math.floor(Date.now() / 1000);
    const payload = {
      sub: String(t.admin.userId),
      username: 'anna',
      role: 'admin',
      jti: randomUUID(),
      iat: now,
      exp: now + 999,
      iss: 'headrack',
    };
    const right = t.admin.token.split('.');
    const forged = [
      jwt({ alg: 'HS256', typ: 'JWT' }, payload),
      `${jwt({ alg: 'none' }, payload).split('.').slice(0, 2).join('.')}.`,
      jwt({ alg: 'HS512', typ: 'JWT' }, payload),
      jwt({ alg: 'HS256', jwk: { kty: 'oct', k: 'YQ' } }, payload, 'a'),
      `${right[0]}.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.${right[2]}`,
      `${t.admin.token}x`,
      'x'.repeat(65_536),
    ];
    for (const token of forged)
      expect((await user(token)).statusCode, token.slice(0, 80)).toBe(401);
  });

  test('a token expires after eight hours', async () => {
    const { token } = (await login({ username: 'emil', password: t.employee.password })).json();
    expect((await user(token)).statusCode).toBe(200);
    clock += 8 * 3_600_000 + 1000;
    expect((await user(token)).statusCode).toBe(401);
    clock -= 8 * 3_600_000 + 1000;
  });

  test('signup creates an account once per key, whose stored hash doesn’t reveal the password', async () => {
    const signUp = (body: object, headers = {}) =>
      send(t, 'POST', '/api/signup', t.admin, body, headers);
    const account = {
      username: "Pat O'Neil",
      user_email: 'pat@example.com',
      user_password: 'twelve wheels',
    };
    const key = { 'idempotency-key': randomUUID() };
    const made = await signUp(account, key);
    expect(replyOf(made)).toEqual([
      201,
      { message: 'Account created successfully! Please log in.', user_id: expect.any(Number) },
    ]);
    expect((await signUp(account, key)).json()).toEqual(made.json());
    const other = await signUp({ ...account, user_password: 'thirteen wheels' }, key);
    expect(other.statusCode).toBe(422);
    const stored = await t.ctx.db.selectFrom('idempotency_keys').selectAll().execute();
    const body = { ...account, user_role: 'employee' };
    const plain = createHash('sha256').update(JSON.stringify(body)).digest('hex');
    expect(JSON.stringify(stored)).not.toContain(plain);
    expect(JSON.stringify(stored)).not.toContain('twelve wheels');
    expect((await login({ username: "PAT O'NEIL", password: 'twelve wheels' })).json().role).toBe(
      'employee',
    );
  });
});

describe('with the real cost of passwords', () => {
  const t = suiteApp('sqlite', { config: { rateLimits: true }, realPasswords: true });
  const statusesOf = async (count: number, body: object) => {
    const calls = Array.from({ length: count }, () => send(t, 'POST', '/api/login', null, body));
    return (await Promise.all(calls)).map(({ statusCode }) => statusCode);
  };

  test('concurrent successful sign-ins lock no one out', async () => {
    const { username, password } = t.admin;
    expect(await statusesOf(12, { username, password })).toEqual(Array(12).fill(200));
  });

  test('concurrent guesses count like successive ones', async () => {
    const { username } = t.employee;
    const statuses = await statusesOf(30, { username, password: 'a guess' });
    const tried = statuses.filter((status) => status === 401).length;
    expect(tried).toBeGreaterThanOrEqual(5);
    expect(tried).toBeLessThanOrEqual(7);
  });
});
