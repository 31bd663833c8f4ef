import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { passwords as messages } from '#contract/messages/users.ts';
import { startApp, type TestApp } from '#tests/harness/app.ts';
import { onBothDatabases, sqliteOnly } from '#tests/harness/databases.ts';
import type { Ended } from '../../platform/accounts/access.ts';

onBothDatabases('passwords', (engine) => {
  let t: TestApp;
  let clock = Date.now();
  const ended: Ended[] = [];
  beforeAll(async () => {
    t = await startApp(engine, { now: () => new Date(clock) });
    t.ctx.accountEvents.onEnded((who) => ended.push(who));
  });
  afterAll(() => t.close());

  const post = (url: string, payload: object | undefined, token?: string) =>
    t.app.inject({
      method: 'POST',
      url,
      ...(payload && { payload }),
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    });
  const signIn = (username: string, password: string) => post('/api/login', { username, password });
  const works = async (token: string) =>
    (await t.app.inject({ url: '/api/user', headers: { authorization: `Bearer ${token}` } }))
      .statusCode === 200;
  const newPerson = () => t.person(`p${randomUUID()}`, 'employee');
  const link = async (userId: number): Promise<string> => {
    const response = await post(`/api/users/${userId}/reset-link`, undefined, t.admin.token);
    expect(response.statusCode, response.body).toBe(201);
    return String(response.json().url).split('/').at(-1) ?? '';
  };
  const use = (code: string, password = 'eighteen wheels') =>
    post(`/api/reset/${code}`, { password });
  const dead = {
    code: 'not_found',
    error: 'This link was already used, was replaced or has expired. Ask the office for a new one.',
  };

  test('changing a password ends the other sessions of the user and continues this one', async () => {
    const person = await newPerson();
    const other = (await signIn(person.username, person.password)).json().token;
    const code = await link(person.userId);
    ended.length = 0;
    const change = { old_password: person.password, new_password: 'eighteen wheels' };
    const response = await post('/api/password', change, person.token);
    const { token } = response.json();
    expect([response.statusCode, response.json()]).toEqual([
      200,
      {
        message: messages.changed,
        token: expect.any(String),
      },
    ]);
    expect([await works(person.token), await works(other), await works(token)]).toEqual([
      false,
      false,
      true,
    ]);
    const { jti } = JSON.parse(Buffer.from(token.split('.')[1], 'base64url').toString());
    expect(ended).toEqual([{ userId: person.userId, exceptJti: jti }]);
    expect((await signIn(person.username, person.password)).statusCode).toBe(401);
    expect((await signIn(person.username, 'eighteen wheels')).statusCode).toBe(200);
    expect((await use(code)).json(), 'an open link stops working, too').toEqual(dead);
  });

  test('a wrong old password changes nothing and ends no session', async () => {
    const person = await newPerson();
    const response = await post(
      '/api/password',
      { old_password: 'not this one', new_password: 'eighteen wheels' },
      person.token,
    );
    expect([response.statusCode, response.json()]).toEqual([
      400,
      {
        code: 'validation_failed',
        error: 'The old password is incorrect.',
        fields: { old_password: 'The old password is incorrect.' },
      },
    ]);
    expect(await works(person.token)).toBe(true);
    expect((await signIn(person.username, person.password)).statusCode).toBe(200);
  });

  test('accepts one of two concurrent changes', async () => {
    const person = await newPerson();
    // Neither goes on before both have read the account.
    const bothRead = Promise.withResolvers<void>();
    const check = t.ctx.passwords.check.bind(t.ctx.passwords);
    const spy = vi.spyOn(t.ctx.passwords, 'check').mockImplementation(async (...given) => {
      if (spy.mock.calls.length === 2) bothRead.resolve();
      await bothRead.promise;
      return check(...given);
    });
    const responses = await Promise.all(
      ['eighteen wheels', 'twenty wheels'].map((new_password) =>
        post('/api/password', { old_password: person.password, new_password }, person.token),
      ),
    );
    spy.mockRestore();
    expect(responses.map((response) => response.statusCode).toSorted()).toEqual([200, 401]);
  });

  test('a link is in the language of its account', async () => {
    const { userId, headers } = await newPerson();
    const [url, payload] = ['/api/user/language', { language: 'es' }];
    await t.app.inject({ method: 'PUT', url, headers, payload });
    const made = await post(`/api/users/${userId}/reset-link`, undefined, t.admin.token);
    expect(made.json().url).toMatch(/:3000\/es\/reset\/[\w-]{43}$/);
  });

  test('a link sets a password once and ends every session; only its hash is stored', async () => {
    const person = await newPerson();
    const made = await post(`/api/users/${person.userId}/reset-link`, undefined, t.admin.token);
    expect(made.json()).toEqual({
      message: 'The link is ready. It works once, for 24 hours.',
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:3000\/reset\/[\w-]{43}$/),
      expires_at: new Date(clock + 86_400_000).toISOString(),
    });
    const code = made.json().url.split('/').at(-1);
    const everything = await Promise.all(
      (['password_resets', 'audit', 'idempotency_keys', 'outbox'] as const).map((table) =>
        t.ctx.db.selectFrom(table).selectAll().execute(),
      ),
    );
    expect(JSON.stringify(everything)).not.toContain(code);
    expect(JSON.stringify(everything)).toContain(createHash('sha256').update(code).digest('hex'));

    const getLink = async () => {
      const found = await t.app.inject({ url: `/api/reset/${code}` });
      return [found.statusCode, found.json()];
    };
    const works24Hours = { expires_at: new Date(clock + 86_400_000).toISOString() };
    for (let times = 0; times < 2; times += 1) expect(await getLink()).toEqual([200, works24Hours]);
    ended.length = 0;
    const response = await use(code);
    expect(await getLink()).toEqual([404, dead]);
    expect([response.statusCode, response.json()]).toEqual([
      200,
      { message: 'Your password is set. Please log in.' },
    ]);
    expect(ended).toEqual([{ userId: person.userId }]);
    expect(await works(person.token)).toBe(false);
    expect((await signIn(person.username, person.password)).statusCode).toBe(401);
    expect((await signIn(person.username, 'eighteen wheels')).statusCode).toBe(200);
    const again = await use(code, 'nineteen wheels');
    expect([again.statusCode, again.json()]).toEqual([404, dead]);
    expect((await signIn(person.username, 'eighteen wheels')).statusCode).toBe(200);
  });

  test('one of several concurrent uses of a link succeeds', async () => {
    const person = await newPerson();
    const code = await link(person.userId);
    const tries = ['one', 'two', 'three', 'four'].map((word) => `${word} times wheels`);
    const responses = await Promise.all(tries.map((password) => use(code, password)));
    const won = responses.findIndex((response) => response.statusCode === 200);
    expect(responses.map((response) => response.statusCode).toSorted()).toEqual([
      200, 404, 404, 404,
    ]);
    expect((await signIn(person.username, tries[won] ?? '')).statusCode).toBe(200);
  });

  test('replaced, expired and unknown links and those of closed accounts return the same 404', async () => {
    const [person, leaver] = [await newPerson(), await newPerson()];
    const first = await link(person.userId);
    const second = await link(person.userId);
    const left = await link(leaver.userId);
    const url = `/api/users/${leaver.userId}`;
    await t.app.inject({ method: 'DELETE', url, headers: t.admin.headers });
    const unknown = 'x'.repeat(43);
    for (const code of [first, left, unknown]) {
      const response = await use(code);
      expect([response.statusCode, response.json()]).toEqual([404, dead]);
      const found = await t.app.inject({ url: `/api/reset/${code}` });
      expect([found.statusCode, found.json()]).toEqual([404, dead]);
    }
    clock += 86_400_000;
    expect((await use(second)).statusCode).toBe(404);
    clock -= 1000;
    expect((await use(second)).statusCode).toBe(200);
    clock -= 86_400_000 - 1000;
    const broken = await use('cut-short');
    expect([broken.statusCode, broken.json().fields]).toEqual([
      400,
      { code: 'This link is incomplete. Copy the whole link.' },
    ]);
    const gone = await post(`${url}/reset-link`, undefined, t.admin.token);
    expect([gone.statusCode, gone.json()]).toEqual([
      404,
      { code: 'not_found', error: 'User not found.' },
    ]);
  });
});

sqliteOnly.test(
  'guesses of a password count as sign-ins, guesses of codes as public forms',
  async () => {
    const t = await startApp('sqlite', { config: { rateLimits: true } });
    const post = (url: string, payload: object, headers = {}) =>
      t.app.inject({ method: 'POST', url, payload, headers, remoteAddress: '203.0.113.5' });
    const guess = { old_password: 'a guess', new_password: 'eighteen wheels' };
    const statuses: number[] = [];
    for (let n = 0; n < 6; n += 1) {
      statuses.push((await post('/api/password', guess, t.employee.headers)).statusCode);
    }
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
    const credentials = { username: t.employee.username, password: t.employee.password };
    expect((await post('/api/login', credentials)).statusCode).toBe(429);

    const codes: number[] = [];
    for (let n = 0; n < 6; n += 1) {
      const url = `/api/reset/${String(n).repeat(43)}`;
      codes.push((await post(url, { password: 'eighteen wheels' })).statusCode);
    }
    expect(codes).toEqual([404, 404, 404, 404, 404, 429]);
    await t.close();
  },
);
