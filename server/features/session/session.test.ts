import { createHash, randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { replyOf, send } from '#tests/fixtures/requests.ts';
import { suiteApp } from '#tests/harness/app.ts';
import { rowsOf } from '#tests/records/stored.ts';

describe('session', () => {
  const t = suiteApp('sqlite');

  const login = (body: object) => send(t, 'POST', '/api/login', null, body);

  test('login returns a token and the role; usernames ignore case', async () => {
    const response = await login({ username: ' ANNA ', password: t.admin.password });
    expect(replyOf(response)).toEqual([200, { token: expect.any(String), role: 'admin' }]);
    const payload = Buffer.from(response.json().token.split('.')[1], 'base64url').toString();
    const { exp, iat, ...claims } = JSON.parse(payload);
    expect(claims).toMatchObject({ sub: String(t.admin.userId), username: 'anna', role: 'admin' });
    expect([exp - iat, claims.jti]).toEqual([8 * 3600, expect.stringMatching(/^[0-9a-f-]{36}$/)]);
  });

  test('signup creates an account once per key, whose stored hash doesn’t reveal the password', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const account = { username: "Pat O'Neil", user_email: 'pat@example.com' };
    const signUp = async (user_password: string) => {
      const body = { ...account, user_password };
      return (await send(t, 'POST', '/api/signup', t.admin, body, key)).statusCode;
    };
    expect(await signUp('twelve wheels')).toBe(201);
    expect(await signUp('twelve wheels')).toBe(201);
    expect(await signUp('thirteen wheels')).toBe(422);
    const stored = JSON.stringify(await rowsOf(t, 'idempotency_keys'));
    const body = { ...account, user_password: 'twelve wheels', user_role: 'employee' };
    const plain = createHash('sha256').update(JSON.stringify(body)).digest('hex');
    expect(stored).not.toContain(plain);
    expect(stored).not.toContain('twelve wheels');
    const entered = await login({ username: "PAT O'NEIL", password: 'twelve wheels' });
    expect(entered.json().role).toBe('employee');
  });
});

describe('with the real cost of passwords', () => {
  const t = suiteApp('sqlite', { config: { rateLimits: true }, realPasswords: true });

  test('concurrent sign-ins lock no one out, and concurrent guesses count like successive ones', async () => {
    const triesOf = async (count: number, username: string, password: string) => {
      const body = { username, password };
      const calls = Array.from({ length: count }, () => send(t, 'POST', '/api/login', null, body));
      return (await Promise.all(calls)).map(({ statusCode }) => statusCode);
    };
    const { username, password } = t.admin;
    expect(await triesOf(8, username, password)).toEqual(Array(8).fill(200));
    const guesses = await triesOf(20, t.employee.username, 'a guess');
    expect([5, 6, 7]).toContain(guesses.filter((status) => status === 401).length);
  });
});
