import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { accountNotices } from '#contract/messages/users.ts';
import { suiteApp, type TestPerson } from '#tests/harness/app.ts';
import { setPasswordOf } from '../passwords/passwords.service.ts';

const minute = 60_000;

describe('a stolen token', () => {
  let clock = Date.now();
  const t = suiteApp('sqlite', { now: () => new Date(clock) });
  let admin: TestPerson;
  beforeEach(async () => {
    admin = await t.person(`a${randomUUID()}`, 'admin');
  });

  type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
  const call = (method: Method, url: string, payload?: object, by = admin) =>
    t.app.inject({ method, url, headers: by.headers, ...(payload && { payload }) });
  const newPerson = (role: 'admin' | 'employee' = 'employee') => t.person(`p${randomUUID()}`, role);
  const account = (user_role: 'admin' | 'employee') => ({
    username: `u${randomUUID()}`,
    user_email: `${randomUUID()}@example.com`,
    password: 'eighteen wheels',
    user_role,
  });
  const signIn = ({ username }: TestPerson, password: string) =>
    t.app.inject({ method: 'POST', url: '/api/login', payload: { username, password } });

  test('doesn’t change the password of its own account without the current one', async () => {
    const own = `/api/users/${admin.userId}`;
    const password = 'eighteen wheels';
    for (const current of [{}, { current_password: '' }, { current_password: null }]) {
      const missing = await call('PUT', own, { password, ...current });
      expect([missing.statusCode, missing.json().fields]).toEqual([
        400,
        { current_password: 'This field is required.' },
      ]);
    }
    const wrong = await call('PUT', own, { password, current_password: 'a guess' });
    expect([wrong.statusCode, wrong.json()]).toEqual([
      403,
      {
        code: 'wrong_password',
        error: 'The current password is incorrect.',
        fields: { current_password: 'The current password is incorrect.' },
      },
    ]);
    expect((await signIn(admin, admin.password)).statusCode).toBe(200);
    expect((await call('PUT', own, { phone_number: '1' })).statusCode).toBe(200);
    const right = { password, currentPassword: admin.password };
    expect((await call('PUT', own, right)).statusCode).toBe(200);
    expect((await signIn(admin, password)).statusCode).toBe(200);
  });

  const createAdmin = () => call('POST', '/api/users', account('admin'));
  const urlOfOther = async () => `/api/users/${(await newPerson()).userId}`;
  const grants = [
    ['export the own data', () => call('POST', '/api/user/export')],
    ['create an admin', createAdmin],
    ['sign up an admin', () => call('POST', '/api/signup', account('admin'))],
    ['promote an employee', async () => call('PUT', await urlOfOther(), { user_role: 'admin' })],
    [
      'reset second factors',
      async () => call('POST', `${await urlOfOther()}/reset-second-factors`),
    ],
    ['create a reset link', async () => call('POST', `${await urlOfOther()}/reset-link`)],
    [
      'set the password of someone else',
      async () => call('PUT', await urlOfOther(), { password: 'eighteen wheels' }),
    ],
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
      expect([confirmed.statusCode, confirmed.json()]).toEqual([
        200,
        { message: 'Password confirmed.' },
      ]);
      expect((await attempt())[0]).toBeLessThan(300);
      clock += 15 * minute + 1000;
      expect(await attempt()).toEqual([403, 'confirmation_required']);
    },
  );

  test('confirms one session only', async () => {
    const { token } = (await signIn(admin, admin.password)).json();
    const other = { ...admin, headers: { authorization: `Bearer ${token}` } };
    clock += 16 * minute;
    const { password: current_password } = admin;
    expect((await call('POST', '/api/confirm', { current_password }, other)).statusCode).toBe(200);
    expect((await createAdmin()).statusCode).toBe(403);
    expect((await call('POST', '/api/users', account('admin'), other)).statusCode).toBe(201);
  });

  const noticesOf = async ({ userId, username }: TestPerson) => {
    const notifications = await t.ctx.db
      .selectFrom('notifications')
      .innerJoin(
        'notification_recipients as who',
        'who.notification_id',
        'notifications.notification_id',
      )
      .select(['message', 'link'])
      .where('who.user_id', '=', userId)
      .orderBy('notifications.notification_id')
      .execute();
    const mails = await t.ctx.db.selectFrom('outbox').selectAll().orderBy('id').execute();
    const own = mails.filter(({ body_text }) => body_text.includes(`account ${username} in`));
    const lines = own.map(({ recipient, body_text }) => [recipient, body_text.split('\n\n')[1]]);
    return { notifications, mails: lines, everything: JSON.stringify([notifications, mails]) };
  };
  const addressOf = ({ username }: TestPerson) =>
    `${username.toLowerCase().replace(/\W/g, '')}@example.com`;

  test('can’t change an account unnoticed: its owner is told, without the secret', async () => {
    const person = await newPerson();
    const url = `/api/users/${person.userId}`;
    await call('PUT', url, { phone_number: '1' });
    await call('PUT', url, { password: 'eighteen wheels' });
    const link = await call('POST', `${url}/reset-link`);
    await call('PUT', url, { user_role: 'admin' });
    await setPasswordOf(t.ctx, person.username, 'nineteen wheels');
    const by = admin.username;
    const { calendar } = accountNotices;
    const sentences = [
      `${by} set a new password for your account. ${calendar}`,
      `${by} created a link that sets a new password for your account.`,
      `${by} changed your role to admin.`,
      `The office set a new password for your account. ${calendar}`,
    ];
    const { notifications, mails, everything } = await noticesOf(person);
    expect(notifications.map(({ message }) => message)).toEqual(sentences);
    expect(notifications.map(({ link: to }) => to)).toEqual(['/password', null, null, '/password']);
    expect(mails).toEqual(sentences.map((sentence) => [addressOf(person), sentence]));
    expect(everything).not.toMatch(/eighteen wheels|nineteen wheels/);
    expect(everything).not.toContain(link.json().url.split('/').at(-1));
  });

  test('tells an owner who chose Spanish in Spanish', async () => {
    const person = await newPerson();
    await call('PUT', '/api/user/language', { language: 'es' }, person);
    await call('PUT', `/api/users/${person.userId}`, { user_role: 'admin' });
    const sentence = `${admin.username} cambió su rol a administrador.`;
    const { notifications } = await noticesOf(person);
    expect(notifications).toEqual([{ message: sentence, link: null }]);
    const mails = await t.ctx.db
      .selectFrom('outbox')
      .select(['subject', 'body_text'])
      .where('recipient', '=', addressOf(person))
      .execute();
    expect(mails).toMatchObject([
      {
        subject: expect.stringMatching(/^Hubo un cambio en su cuenta del portal de /),
        body_text: expect.stringContaining(sentence),
      },
    ]);
  });

  test('can’t move an account to another address unnoticed: both addresses are told', async () => {
    const person = await newPerson();
    const user_email = `${randomUUID()}@example.com`;
    await call('PUT', `/api/users/${person.userId}`, { user_email });
    const { mails, notifications } = await noticesOf(person);
    const sentence = `${admin.username} changed the email address of your account to ${user_email}.`;
    expect(mails).toEqual([
      [addressOf(person), sentence],
      [user_email, sentence],
    ]);
    expect(notifications).toEqual([{ message: sentence, link: null }]);

    const own = `${randomUUID()}@example.com`;
    await call('PUT', `/api/users/${admin.userId}`, { user_email: own });
    const line = `You changed the email address of your account to ${own}.`;
    expect((await noticesOf(admin)).mails).toEqual([
      [addressOf(admin), line],
      [own, line],
    ]);
  });
});

describe('a password that someone else chose', () => {
  const t = suiteApp('sqlite');
  const send = (method: 'POST' | 'PUT', url: string, payload?: object, token = t.admin.token) =>
    t.app.inject({
      method,
      url,
      headers: { authorization: `Bearer ${token}` },
      ...(payload && { payload }),
    });
  const password = 'eighteen wheels';
  const username = () => `u${randomUUID()}`;
  const create = async (path: string, more: object) => {
    const name = username();
    const payload = { username: name, user_email: `${name}@example.com`, ...more };
    const response = await send('POST', path, payload);
    expect(response.statusCode, response.body).toBe(201);
    return { id: response.json().user_id as number, name };
  };
  const tokenOf = async (name: string, secret = password): Promise<string> =>
    (await send('POST', '/api/login', { username: name, password: secret })).json().token;
  const isDue = async (token: string) => {
    const headers = { authorization: `Bearer ${token}` };
    return (await t.app.inject({ url: '/api/badges', headers })).json().password_to_change;
  };
  const linkOf = async (id: number) =>
    (await send('POST', `/api/users/${id}/reset-link`)).json().url.split('/').at(-1);

  test.each([
    ['POST /api/users', () => create('/api/users', { password })],
    [
      'PUT /api/users/{id}',
      async () => {
        const made = await create('/api/users', { send_link: 1 });
        await send('PUT', `/api/users/${made.id}`, { password });
        return made;
      },
    ],
    [
      'the command line',
      async () => {
        const made = await create('/api/users', { send_link: 1 });
        await setPasswordOf(t.ctx, made.name, password);
        return made;
      },
    ],
  ])('by %s is to be changed until its owner does', async (_, choose) => {
    const { id, name } = await choose();
    const token = await tokenOf(name);
    expect(await isDue(token)).toBe(1);
    const change = { old_password: password, new_password: 'nineteen wheels' };
    const changed = await send('POST', '/api/password', change, token);
    expect(await isDue(changed.json().token)).toBe(0);

    await send('PUT', `/api/users/${id}`, { password });
    await send('POST', `/api/reset/${await linkOf(id)}`, { password: 'twenty wheels' });
    expect(await isDue(await tokenOf(name, 'twenty wheels'))).toBe(0);
  });
});

describe('wrong confirmations', () => {
  const t = suiteApp('sqlite', { config: { rateLimits: true } });
  test.each([
    ['POST', '/api/confirm', {}],
    ['PUT', '/api/users/{id}', { password: 'eighteen wheels' }],
  ] as const)('of %s %s count as sign-ins', async (method, path, body) => {
    const admin = await t.person(`a${randomUUID()}`, 'admin');
    const url = path.replace('{id}', String(admin.userId));
    const guess = (current_password: string) =>
      t.app.inject({
        method,
        url,
        headers: admin.headers,
        payload: { ...body, current_password },
      });
    const statuses: number[] = [];
    for (let n = 0; n < 6; n += 1) statuses.push((await guess('a guess')).statusCode);
    expect(statuses).toEqual([403, 403, 403, 403, 403, 429]);
    const limited = await guess(admin.password);
    expect([limited.statusCode, Number(limited.headers['retry-after'])]).toEqual([
      429,
      expect.any(Number),
    ]);
    await t.ctx.auditEvents.flush({ all: true });
    const log = t.ctx.db
      .selectFrom('audit')
      .select('detail')
      .where('action', '=', 'password.refused')
      .where('user_id', '=', admin.userId);
    const details = (await log.orderBy('id').execute()).map(({ detail }) => JSON.parse(detail));
    // The first, and the four that followed in its window.
    expect(details).toEqual([{}, expect.objectContaining({ times: 4 })]);
  });
});
