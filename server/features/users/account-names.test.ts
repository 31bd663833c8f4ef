import { randomUUID } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import { describe, expect, test } from 'vitest';
import { send } from '#tests/fixtures/requests.ts';
import { suiteApp } from '#tests/harness/app.ts';
import { changeRows } from '#tests/records/stored.ts';

describe('the names of accounts', () => {
  const t = suiteApp('sqlite');
  const make = (body: object) => send(t, 'POST', '/api/users', t.admin, body);
  const account = () => ({
    username: `Rosa ${randomUUID()}`,
    user_email: `${randomUUID()}@example.com`,
    password: 'twelve wheels',
    user_role: 'employee',
  });
  const signIn = (username: string, password: string) =>
    send(t, 'POST', '/api/login', null, { username, password });

  test('takes names and addresses that look the same for the same, and signs in by each spelling', async () => {
    const tail = randomUUID();
    const user_email = `pat${tail}@example.com`;
    const first = { ...account(), username: `Pat O’Brien ${tail}`, user_email };
    const own = account();
    expect((await make(first)).statusCode).toBe(201);
    const url = `/api/users/${(await make(own)).json().user_id}`;
    const put = (body: object) => send(t, 'PUT', url, t.admin, body);
    const taken = {
      username: 'This username is already taken.',
      user_email: 'This email address is already in use.',
    };
    for (const change of [
      { username: `pat o'brien ${tail}` },
      { username: `Pat\u00a0O’\u200bBrien\u2060 ${tail.replaceAll('-', '‑')}` },
      { user_email: user_email.toUpperCase() },
      { user_email: `pat${tail}\u200b@example.com` },
      { user_email: `pat\u200c\u00ad${tail}@example.com` },
    ]) {
      const [field] = Object.keys(change) as (keyof typeof taken)[];
      for (const reply of [await make({ ...account(), ...change }), await put(change)]) {
        expect([reply.statusCode, reply.json().fields]).toEqual([
          409,
          { [field ?? '']: taken[field ?? 'username'] },
        ]);
      }
    }
    expect((await put({ username: own.username.toUpperCase() })).statusCode).toBe(200);
    for (const name of [first.username, `Pat O'Brien ${tail}`, `PAT O\u02bcBRIEN\u200b ${tail}`]) {
      expect((await signIn(name, first.password)).statusCode, name).toBe(200);
    }
  });

  test('compares passwords whose accents are typed as one character or as two', async () => {
    const composed = 'h\u00e9l\u00e8ne drives \u00c5';
    const typed = composed.normalize('NFD');
    const { username, ...rest } = account();
    await make({ username, ...rest, password: typed });
    expect((await signIn(username, composed)).statusCode).toBe(200);
    expect((await signIn(username, typed)).statusCode).toBe(200);
    expect((await signIn(username, 'helene drives A')).statusCode).toBe(401);
    // Eight characters as typed, four to a reader.
    const short = await make({ ...account(), password: 'e\u0301'.repeat(4) });
    expect(short.json().fields).toEqual({ password: 'Use at least 8 characters.' });

    // As an earlier release hashed it.
    const password_hash = await hash(typed);
    await changeRows(t, 'users', { username }, { password_hash });
    expect((await signIn(username, typed)).statusCode).toBe(200);
  });
});
