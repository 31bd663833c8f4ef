import { createHash } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { passwords as messages } from '#contract/messages/users.ts';
import { replyOf, send } from '#tests/fixtures/requests.ts';
import { sessionActorOf, suiteApp, type TestPerson } from '#tests/harness/app.ts';
import { onBothWhenFull } from '#tests/harness/databases.ts';
import { codeOf } from '#tests/harness/testimonials.ts';
import { isSignedIn, newPerson, signedInAgain } from '#tests/records/accounts.ts';
import { rowsOf } from '#tests/records/stored.ts';
import type { Ended } from '../../platform/accounts/access.ts';

onBothWhenFull('passwords', (engine) => {
  let clock = Date.now();
  const t = suiteApp(engine, { now: () => new Date(clock) });
  const ended: Ended[] = [];
  beforeAll(() => {
    t.ctx.accountEvents.onEnded((who) => ended.push(who));
  });

  const signIn = ({ username }: TestPerson, password: string) =>
    send(t, 'POST', '/api/login', null, { username, password });
  const change = (by: TestPerson, old_password: string, new_password = 'eighteen wheels') =>
    send(t, 'POST', '/api/password', by, { old_password, new_password });
  const makeLink = (userId: number) => send(t, 'POST', `/api/users/${userId}/reset-link`, t.admin);
  const link = async (userId: number) => codeOf((await makeLink(userId)).json().url);
  const use = (code: string, password = 'eighteen wheels') =>
    send(t, 'POST', `/api/reset/${code}`, null, { password });
  const lookAt = async (code: string) => replyOf(await t.app.inject({ url: `/api/reset/${code}` }));
  const dead = {
    code: 'not_found',
    error: 'This link was already used, was replaced or has expired. Ask the office for a new one.',
  };

  test('changing a password ends the other sessions of the user and continues this one', async () => {
    const person = await newPerson(t);
    const other = await signedInAgain(t, person);
    const code = await link(person.userId);
    ended.length = 0;
    const { token, message } = (await change(person, person.password)).json();
    expect(message).toBe(messages.changed);
    const now = { ...person, token, headers: { authorization: `Bearer ${token}` } };
    const sessions = [person, other, now].map((session) => isSignedIn(t, session));
    expect(await Promise.all(sessions)).toEqual([false, false, true]);
    expect(ended).toEqual([{ userId: person.userId, exceptJti: sessionActorOf(now).jti }]);
    expect((await signIn(person, person.password)).statusCode).toBe(401);
    expect((await signIn(person, 'eighteen wheels')).statusCode).toBe(200);
    expect((await use(code)).json(), 'an open link stops working, too').toEqual(dead);
  });

  test('a wrong old password changes nothing and ends no session', async () => {
    const person = await newPerson(t);
    const response = await change(person, 'not this one');
    const error = 'The old password is incorrect.';
    const fields = { old_password: error };
    expect(replyOf(response)).toEqual([400, { code: 'validation_failed', error, fields }]);
    expect(await isSignedIn(t, person)).toBe(true);
    expect((await signIn(person, person.password)).statusCode).toBe(200);
  });

  test('a link is in the language of its account', async () => {
    const person = await newPerson(t);
    await send(t, 'PUT', '/api/user/language', person, { language: 'es' });
    const made = await makeLink(person.userId);
    expect(made.json().url).toMatch(/:3000\/es\/reset\/[\w-]{43}$/);
  });

  test('a link sets a password once and ends every session; only its hash is stored', async () => {
    const person = await newPerson(t);
    const made = await makeLink(person.userId);
    const expires_at = new Date(clock + 86_400_000).toISOString();
    expect(made.json()).toEqual({
      message: 'The link is ready. It works once, for 24 hours.',
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:3000\/reset\/[\w-]{43}$/),
      expires_at,
    });
    const code = codeOf(made.json().url);
    const tables = ['password_resets', 'audit', 'idempotency_keys', 'outbox'] as const;
    const everything = JSON.stringify(await Promise.all(tables.map((table) => rowsOf(t, table))));
    expect(everything).not.toContain(code);
    expect(everything).toContain(createHash('sha256').update(code).digest('hex'));

    for (const _ of [1, 2]) expect(await lookAt(code)).toEqual([200, { expires_at }]);
    ended.length = 0;
    const response = await use(code);
    expect(await lookAt(code)).toEqual([404, dead]);
    expect(replyOf(response)).toEqual([200, { message: 'Your password is set. Please log in.' }]);
    expect(ended).toEqual([{ userId: person.userId }]);
    expect(await isSignedIn(t, person)).toBe(false);
    expect((await signIn(person, person.password)).statusCode).toBe(401);
    expect(replyOf(await use(code, 'nineteen wheels'))).toEqual([404, dead]);
    expect((await signIn(person, 'eighteen wheels')).statusCode).toBe(200);
  });

  test('replaced, expired and unknown links and those of closed accounts return the same 404', async () => {
    const [person, leaver] = [await newPerson(t), await newPerson(t)];
    const first = await link(person.userId);
    const second = await link(person.userId);
    const left = await link(leaver.userId);
    await send(t, 'DELETE', `/api/users/${leaver.userId}`, t.admin);
    for (const code of [first, left, 'x'.repeat(43)]) {
      expect([replyOf(await use(code)), await lookAt(code)]).toEqual(Array(2).fill([404, dead]));
    }
    clock += 86_400_000;
    expect((await use(second)).statusCode).toBe(404);
    clock -= 1000;
    expect((await use(second)).statusCode).toBe(200);
    clock -= 86_400_000 - 1000;
    const broken = { code: 'This link is incomplete. Copy the whole link.' };
    expect((await use('cut-short')).json().fields).toEqual(broken);
    expect((await makeLink(leaver.userId)).statusCode).toBe(404);
  });
});
