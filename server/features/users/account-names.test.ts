import { randomUUID } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import { expect, test } from 'vitest';
import type { User } from '#contract/users.ts';
import { suiteApp } from '../../../tests/harness/app.ts';
import { onBothDatabases } from '../../../tests/harness/databases.ts';
import { renewAccountKeys } from './users.service.ts';

onBothDatabases('the names of accounts', (engine) => {
  const t = suiteApp(engine);
  const call = (method: 'GET' | 'POST', url: string, payload?: object) =>
    t.app.inject({ method, url, headers: t.admin.headers, ...(payload && { payload }) });
  const user = async (id: number): Promise<User | undefined> =>
    (await call('GET', '/api/users')).json().find((one: User) => one.user_id === id);
  const account = () => ({
    username: `Rosa ${randomUUID()}`,
    user_email: `${randomUUID()}@example.com`,
    password: 'twelve wheels',
    user_role: 'employee',
  });
  const add = async (change: object = {}): Promise<number> =>
    (await call('POST', '/api/users', { ...account(), ...change })).json().user_id;
  const signIn = (username: string, password: string) =>
    t.app.inject({ method: 'POST', url: '/api/login', payload: { username, password } });

  test('takes names and addresses that look the same for the same, and signs in by each spelling', async () => {
    const tail = randomUUID();
    const first = {
      ...account(),
      username: `Pat O’Brien ${tail}`,
      user_email: `pat${tail}@example.com`,
    };
    expect((await call('POST', '/api/users', first)).statusCode).toBe(201);
    for (const change of [
      { username: `pat o'brien ${tail}` },
      { username: `Pat\u00a0O’\u200bBrien\u2060 ${tail.replaceAll('-', '‑')}` },
      { user_email: `pat${tail}\u200b@example.com` },
      { user_email: `pat\u200c\u00ad${tail}@example.com` },
    ]) {
      const taken = await call('POST', '/api/users', { ...account(), ...change });
      expect([taken.statusCode, Object.keys(taken.json().fields ?? {})]).toEqual([
        409,
        Object.keys(change),
      ]);
    }
    for (const name of [first.username, `Pat O'Brien ${tail}`, `PAT O\u02bcBRIEN\u200b ${tail}`]) {
      expect((await signIn(name, first.password)).statusCode, name).toBe(200);
    }
  });

  test('stores names and addresses without invisible characters, but with joiners', async () => {
    const { user_email, ...rest } = account();
    const id = await add({
      ...rest,
      user_email: `\u202e\ufeff${user_email}\u200d`,
      phone_number: '\u200e815-555-0142\u202c',
    });
    await call('POST', '/api/employees', {
      user_id: id,
      first_name: 'می\u200cخواهم',
      last_name: '\u2066Del\u00adgado\u2069',
    });
    expect(await user(id)).toMatchObject({
      user_email,
      phone_number: '815-555-0142',
      first_name: 'می\u200cخواهم',
      last_name: 'Delgado',
    });
  });

  test('finds accounts of earlier releases, also two that look the same', async () => {
    const tail = randomUUID();
    const names = [`joe ${tail}`, `joe\u200b ${tail}`, `bo’s ${tail}`];
    const ids = await Promise.all(names.map(() => add()));
    for (const [at, username] of names.entries()) {
      const keys = { username_key: username, email_key: `${at}\u2060${tail}@example.com` };
      await t.ctx.db
        .updateTable('users')
        .set({ username, ...keys, user_email: keys.email_key })
        .where('user_id', '=', ids[at] ?? 0)
        .execute();
    }
    const signedIn = async (username: string) => {
      const { token } = (await signIn(username, account().password)).json();
      const me = await t.app.inject({
        url: '/api/user',
        headers: { authorization: `Bearer ${token}` },
      });
      return me.json().user_id;
    };
    const [joe, lookalike, bo] = ids;
    for (let round = 0; round < 2; round += 1) {
      expect(await signedIn(`Joe ${tail}`)).toBe(joe);
      expect(await signedIn(`Joe\u200b ${tail}`)).toBe(lookalike);
      expect(await signedIn(`Bo’s ${tail}`)).toBe(bo);
      await renewAccountKeys(t.ctx);
    }
    expect(await signedIn(`Bo's ${tail}`)).toBe(bo);
    const taken = await call('POST', '/api/users', {
      ...account(),
      user_email: `2${tail}@example.com`,
    });
    expect(taken.statusCode).toBe(409);
  });

  test('compares passwords whose accents are typed as one character or as two', async () => {
    const composed = 'h\u00e9l\u00e8ne drives \u00c5';
    const typed = composed.normalize('NFD');
    const { username, ...rest } = account();
    await add({ username, ...rest, password: typed });
    expect((await signIn(username, composed)).statusCode).toBe(200);
    expect((await signIn(username, typed)).statusCode).toBe(200);
    expect((await signIn(username, 'helene drives A')).statusCode).toBe(401);
    // Eight characters as typed, four to a reader.
    const short = await call('POST', '/api/users', { ...account(), password: 'e\u0301'.repeat(4) });
    expect(short.json().fields).toEqual({ password: 'Use at least 8 characters.' });

    // As an earlier release hashed it.
    const password_hash = await hash(typed);
    await t.ctx.db
      .updateTable('users')
      .set({ password_hash })
      .where('username', '=', username)
      .execute();
    expect((await signIn(username, typed)).statusCode).toBe(200);
  });
});
