import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { accountNotices } from '#contract/messages/users.ts';
import type { Endpoint } from '#contract/wire/endpoint.ts';
import { replyOf, send } from '#tests/fixtures/requests.ts';
import { suiteApp, type TestPerson } from '#tests/harness/app.ts';
import { codeOf } from '#tests/harness/testimonials.ts';
import { newPerson, signedInAgain } from '#tests/records/accounts.ts';
import { rowsOf } from '#tests/records/stored.ts';
import { badgesOf, mailsOf } from '#tests/records/traces.ts';
import { setPasswordOf } from '../passwords/passwords.service.ts';

const minute = 60_000;

describe('a stolen token', () => {
  let clock = Date.now();
  const t = suiteApp('sqlite', { now: () => new Date(clock) });
  let admin: TestPerson;
  beforeEach(async () => {
    admin = await newPerson(t, 'admin');
  });

  const call = (method: Endpoint['method'], url: string, body?: object, by = admin) =>
    send(t, method, url, by, body);
  const password = 'eighteen wheels';
  const account = (user_role: 'admin' | 'employee') => {
    const username = `u${randomUUID()}`;
    return { username, user_email: `${username}@example.com`, password, user_role };
  };
  const signIn = ({ username }: TestPerson, password: string) =>
    send(t, 'POST', '/api/login', null, { username, password });

  test('doesn’t change the password of its own account without the current one', async () => {
    const own = `/api/users/${admin.userId}`;
    const put = (body: object) => call('PUT', own, { password, ...body });
    for (const current of [{}, { current_password: '' }, { current_password: null }]) {
      const missing = await put(current);
      expect([missing.statusCode, missing.json().fields]).toEqual([
        400,
        { current_password: 'This field is required.' },
      ]);
    }
    const wrong = await put({ current_password: 'a guess' });
    const error = 'The current password is incorrect.';
    expect(replyOf(wrong)).toEqual([
      403,
      { code: 'wrong_password', error, fields: { current_password: error } },
    ]);
    expect((await signIn(admin, admin.password)).statusCode).toBe(200);
    expect((await call('PUT', own, { phone_number: '1' })).statusCode).toBe(200);
    expect((await put({ currentPassword: admin.password })).statusCode).toBe(200);
    expect((await signIn(admin, password)).statusCode).toBe(200);
  });

  const createAdmin = (by = admin) => call('POST', '/api/users', account('admin'), by);
  const urlOfOther = async () => `/api/users/${(await newPerson(t)).userId}`;
  const grants = [
    ['export the own data', () => call('POST', '/api/user/export')],
    ['create an admin', () => createAdmin()],
    ['sign up an admin', () => call('POST', '/api/signup', account('admin'))],
    ['promote an employee', async () => call('PUT', await urlOfOther(), { user_role: 'admin' })],
    ['reset factors', async () => call('POST', `${await urlOfOther()}/reset-second-factors`)],
    ['create a reset link', async () => call('POST', `${await urlOfOther()}/reset-link`)],
    ['set the password of another', async () => call('PUT', await urlOfOther(), { password })],
  ] as const;

  test.each(grants)(
    'can %s only within 15 minutes of the sign-in or a confirmation',
    async (_, grant) => {
      const attempt = async () => {
        const response = await grant();
        return [response.statusCode, response.json().code];
      };
      const confirm = (current_password: string) =>
        call('POST', '/api/confirm', { current_password });
      clock += 15 * minute - 1000;
      expect((await attempt())[0]).toBeLessThan(300);
      clock += 2000;
      expect(await attempt()).toEqual([403, 'confirmation_required']);
      expect((await confirm('a guess')).json()).toMatchObject({ code: 'wrong_password' });
      expect(await attempt()).toEqual([403, 'confirmation_required']);

      const confirmed = await confirm(admin.password);
      expect(replyOf(confirmed)).toEqual([200, { message: 'Password confirmed.' }]);
      expect((await attempt())[0]).toBeLessThan(300);
      clock += 15 * minute + 1000;
      expect(await attempt()).toEqual([403, 'confirmation_required']);
    },
  );

  test('confirms one session only', async () => {
    const other = await signedInAgain(t, admin);
    clock += 16 * minute;
    const { password: current_password } = admin;
    expect((await call('POST', '/api/confirm', { current_password }, other)).statusCode).toBe(200);
    expect((await createAdmin()).statusCode).toBe(403);
    expect((await createAdmin(other)).statusCode).toBe(201);
  });

  const toldTo = async (person: TestPerson) => {
    const received = await rowsOf(t, 'notification_recipients', { user_id: person.userId });
    const ids = received.map(({ notification_id }) => notification_id);
    const notifications = (await rowsOf(t, 'notifications', {}, 'notification_id'))
      .filter(({ notification_id }) => ids.includes(notification_id))
      .map(({ message, link }) => [message, link]);
    const mails = await mailsOf(t);
    const own = mails.filter(({ body_text }) =>
      body_text.includes(`account ${person.username} in`),
    );
    const lines = own.map(({ recipient, body_text }) => [recipient, body_text.split('\n\n')[1]]);
    return { notifications, mails: lines, everything: JSON.stringify([notifications, mails]) };
  };
  const addressOf = ({ username }: TestPerson) =>
    `${username.toLowerCase().replace(/\W/g, '')}@example.com`;

  test('can’t change an account unnoticed: its owner is told, without the secret', async () => {
    const person = await newPerson(t);
    const url = `/api/users/${person.userId}`;
    await call('PUT', url, { phone_number: '1' });
    await call('PUT', url, { password });
    const link = await call('POST', `${url}/reset-link`);
    await call('PUT', url, { user_role: 'admin' });
    await setPasswordOf(t.ctx, person.username, 'nineteen wheels');
    const by = admin.username;
    const { calendar } = accountNotices;
    const expected = [
      [`${by} set a new password for your account. ${calendar}`, '/password'],
      [`${by} created a link that sets a new password for your account.`, null],
      [`${by} changed your role to admin.`, null],
      [`The office set a new password for your account. ${calendar}`, '/password'],
    ];
    const { notifications, mails, everything } = await toldTo(person);
    expect(notifications).toEqual(expected);
    expect(mails).toEqual(expected.map(([sentence]) => [addressOf(person), sentence]));
    expect(everything).not.toMatch(/eighteen wheels|nineteen wheels/);
    expect(everything).not.toContain(codeOf(link.json().url));
  });

  test('tells an owner who chose Spanish in Spanish', async () => {
    const person = await newPerson(t);
    await call('PUT', '/api/user/language', { language: 'es' }, person);
    await call('PUT', `/api/users/${person.userId}`, { user_role: 'admin' });
    const sentence = `${admin.username} cambió su rol a administrador.`;
    expect((await toldTo(person)).notifications).toEqual([[sentence, null]]);
    const [mail] = await mailsOf(t, addressOf(person));
    expect(mail?.subject).toMatch(/^Hubo un cambio en su cuenta del portal de /);
    expect(mail?.text).toContain(sentence);
  });

  test('can’t move an account to another address unnoticed: both addresses are told', async () => {
    const person = await newPerson(t);
    const user_email = `${randomUUID()}@example.com`;
    for (const [who, words] of [
      [person, `${admin.username} changed`],
      [admin, 'You changed'],
    ] as const) {
      await call('PUT', `/api/users/${who.userId}`, { user_email: `${who.userId}${user_email}` });
      const sentence = `${words} the email address of your account to ${who.userId}${user_email}.`;
      const { mails, notifications } = await toldTo(who);
      expect(mails).toEqual([
        [addressOf(who), sentence],
        [`${who.userId}${user_email}`, sentence],
      ]);
      expect(notifications).toEqual(who === person ? [[sentence, null]] : []);
    }
  });

  const make = async (more: object) => {
    const username = `u${randomUUID()}`;
    const body = { username, user_email: `${username}@example.com`, ...more };
    const response = await call('POST', '/api/users', body);
    expect(response.statusCode, response.body).toBe(201);
    return { userId: response.json().user_id as number, username };
  };
  const isDue = async (person: TestPerson) => (await badgesOf(t, person)).password_to_change;
  const setPassword = (id: number) => call('PUT', `/api/users/${id}`, { password });

  type Made = Awaited<ReturnType<typeof make>>;
  const ways: [name: string, first: object, choose: (made: Made) => Promise<unknown>][] = [
    ['POST /api/users', { password }, async () => undefined],
    ['PUT /api/users/{id}', { send_link: 1 }, ({ userId }) => setPassword(userId)],
    ['the command line', { send_link: 1 }, (made) => setPasswordOf(t.ctx, made.username, password)],
  ];

  test.each(ways)('a password by %s is to be changed until its owner does', async (...way) => {
    const [, first, choose] = way;
    const made = await make(first);
    await choose(made);
    const owner = (secret: string) =>
      signedInAgain(t, { ...t.employee, ...made, password: secret });
    const person = await owner(password);
    expect(await isDue(person)).toBe(1);
    const change = { old_password: password, new_password: 'nineteen wheels' };
    await send(t, 'POST', '/api/password', person, change);
    expect(await isDue(await owner('nineteen wheels'))).toBe(0);

    await setPassword(made.userId);
    const link = await call('POST', `/api/users/${made.userId}/reset-link`);
    const url = `/api/reset/${codeOf(link.json().url)}`;
    await send(t, 'POST', url, null, { password: 'twenty wheels' });
    expect(await isDue(await owner('twenty wheels'))).toBe(0);
  });
});
