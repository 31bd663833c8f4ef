import { describe, expect, test } from 'vitest';
import { passwords as messages } from '#contract/messages/users.ts';
import { send } from '#tests/fixtures/requests.ts';
import { suiteApp, type TestPerson } from '#tests/harness/app.ts';
import { employeeOf } from '#tests/harness/employees.ts';
import { codeOf } from '#tests/harness/testimonials.ts';
import { setPasswordOf } from './passwords.service.ts';

const t = suiteApp('sqlite');
let count = 0;

async function existing(username: string): Promise<TestPerson> {
  const person = await t.person(username, 'employee');
  await employeeOf(t, person.userId, { first_name: 'Nadia', last_name: 'Okafor' });
  return person;
}

type Choose = (password: string, username: string) => ReturnType<typeof send>;

const newAccount =
  (path: string, field: string): Choose =>
  (password, username) =>
    send(t, 'POST', path, t.admin, {
      username,
      user_email: `nadia.okafor+${username}@example.com`,
      user_role: 'employee',
      [field]: password,
    });
const signUp = newAccount('/api/signup', 'user_password');

/** Each way to choose a password; an existing account also has an employee, Nadia Okafor. */
const paths: [name: string, field: string, choose: Choose][] = [
  ['POST /api/signup', 'user_password', signUp],
  ['POST /api/users', 'password', newAccount('/api/users', 'password')],
  [
    'PUT /api/users/{id}',
    'password',
    async (password, username) => {
      const { userId } = await existing(username);
      return send(t, 'PUT', `/api/users/${userId}`, t.admin, { password });
    },
  ],
  [
    'POST /api/password',
    'new_password',
    async (new_password, username) => {
      const person = await existing(username);
      const body = { old_password: person.password, new_password };
      return send(t, 'POST', '/api/password', person, body);
    },
  ],
  [
    'POST /api/reset/{code}',
    'password',
    async (password, username) => {
      const { userId } = await existing(username);
      const made = await send(t, 'POST', `/api/users/${userId}/reset-link`, t.admin);
      return send(t, 'POST', `/api/reset/${codeOf(made.json().url)}`, null, { password });
    },
  ],
];

function uniqueName(): string {
  count += 1;
  return `nadiahauls${count}x`;
}

test.each(paths)('SEC9 refuses the words of its own account: %s', async (_, field, choose) => {
  const username = uniqueName();
  const response = await choose(`${username.toUpperCase()}2026`, username);
  expect(response.json().fields).toEqual({ [field]: messages.ownWord });
  const surname = await choose('Nadia Okafor 42', uniqueName());
  expect(surname.json().fields).toEqual({ [field]: messages.ownWord });
  const common = await choose('Password123', uniqueName());
  expect([common.statusCode, common.json().fields]).toEqual([400, { [field]: messages.tooCommon }]);
  expect(common.body).not.toContain('Password123');
  const accepted = await choose('kestrels haul nine cars', uniqueName());
  expect([200, 201], accepted.body).toContain(accepted.statusCode);
});

describe('of any account', () => {
  const choose = (password: string) => signUp(password, uniqueName());

  const easy = [' 12345678 ', 'Qwertyuiop', 'KestrelAutoTransport', 'Joliet20!', 'trucking99'];
  test.each(easy)('SEC9 refuses %o', async (password) => {
    const response = await choose(password);
    expect(response.json().fields).toEqual({
      user_password: expect.stringMatching(/^(This password is|Don't use) .*\. Choose .*\.$/),
    });
  });

  const good = ['Passw0rd!', 'nadia-and-the-red-truck', 'x'.repeat(8)];
  test.each(good)('accepts %o', async (password) => {
    expect((await choose(password)).statusCode).toBe(201);
  });
});

test('SEC9 the command line refuses a weak password', async () => {
  const { username } = await existing(uniqueName());
  await expect(setPasswordOf(t.ctx, username, `${username}1`)).rejects.toThrow(messages.ownWord);
  await expect(setPasswordOf(t.ctx, username, 'password1')).rejects.toThrow(messages.tooCommon);
  await setPasswordOf(t.ctx, username, 'long haul 4 tests');
});

test('SEC9 a password of 128 characters of any script is taken exactly as typed', async () => {
  const username = uniqueName();
  const { userId } = await existing(username);
  const password = ` Zoë <b>' OR 1=1 %00\\ 漢字 ${'x'.repeat(99)}Y `.padEnd(128, ' ');
  expect(password).toHaveLength(128);
  const set = await send(t, 'PUT', `/api/users/${userId}`, t.admin, { password });
  expect(set.statusCode, set.body).toBe(200);
  const signIn = async (typed: string) =>
    (await send(t, 'POST', '/api/login', null, { username, password: typed })).statusCode;
  for (const other of [
    ...[password.trimEnd(), password.trimStart(), password.toLowerCase(), `${password} `],
    ...[password.slice(0, 72), password.slice(0, 127)],
  ]) {
    expect(await signIn(other), JSON.stringify(other)).toBe(401);
  }
  expect(await signIn(password)).toBe(200);
  // The same characters: devices type an accent as one character or as two.
  expect(await signIn(password.normalize('NFD'))).toBe(200);
});
