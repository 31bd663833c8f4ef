import { describe, expect, test } from 'vitest';
import { passwords as messages } from '#contract/messages/users.ts';
import { send } from '#tests/fixtures/requests.ts';
import { suiteApp, type TestPerson } from '#tests/harness/app.ts';
import { employeeOf } from '#tests/harness/employees.ts';
import { setPasswordOf } from './passwords.service.ts';

const t = suiteApp('sqlite');
let count = 0;

interface Path {
  field: string;
  /** Chooses a password for an account with this name; an existing account also has an employee, Nadia Okafor. */
  choose: (password: string, username: string) => ReturnType<typeof send>;
}

async function existing(username: string): Promise<TestPerson> {
  const person = await t.person(username, 'employee');
  await employeeOf(t, person.userId, { first_name: 'Nadia', last_name: 'Okafor' });
  return person;
}

const paths: Record<string, Path> = {
  'POST /api/signup': {
    field: 'user_password',
    choose: (user_password, username) =>
      send(t, 'POST', '/api/signup', t.admin, {
        username,
        user_email: `nadia.okafor+${username}@example.com`,
        user_password,
        user_role: 'employee',
      }),
  },
  'POST /api/users': {
    field: 'password',
    choose: (password, username) =>
      send(t, 'POST', '/api/users', t.admin, {
        username,
        user_email: `nadia.okafor+${username}@example.com`,
        password,
        user_role: 'employee',
      }),
  },
  'PUT /api/users/{id}': {
    field: 'password',
    choose: async (password, username) => {
      const { userId } = await existing(username);
      return send(t, 'PUT', `/api/users/${userId}`, t.admin, { password });
    },
  },
  'POST /api/password': {
    field: 'new_password',
    choose: async (new_password, username) => {
      const person = await existing(username);
      const body = { old_password: person.password, new_password };
      return send(t, 'POST', '/api/password', person, body);
    },
  },
  'POST /api/reset/{code}': {
    field: 'password',
    choose: async (password, username) => {
      const { userId } = await existing(username);
      const made = await send(t, 'POST', `/api/users/${userId}/reset-link`, t.admin);
      const code = String(made.json().url).split('/').at(-1);
      return send(t, 'POST', `/api/reset/${code}`, null, { password });
    },
  },
};

function uniqueName(): string {
  count += 1;
  return `nadiahauls${count}x`;
}

test.each(Object.entries(paths))(
  'SEC9 refuses the words of its own account: %s',
  async (_, path) => {
    const username = uniqueName();
    const response = await path.choose(`${username.toUpperCase()}2026`, username);
    expect(response.json().fields).toEqual({ [path.field]: messages.ownWord });
    const surname = await path.choose('Nadia Okafor 42', uniqueName());
    expect(surname.json().fields).toEqual({ [path.field]: messages.ownWord });
    const common = await path.choose('Password123', uniqueName());
    expect([common.statusCode, common.json()]).toEqual([
      400,
      expect.objectContaining({
        code: 'validation_failed',
        error: messages.tooCommon,
        fields: { [path.field]: messages.tooCommon },
      }),
    ]);
    expect(common.body).not.toContain('Password123');
    const accepted = await path.choose('kestrels haul nine cars', uniqueName());
    expect([200, 201], accepted.body).toContain(accepted.statusCode);
  },
);

describe('of any account', () => {
  const choose = (password: string) => paths['POST /api/signup']?.choose(password, uniqueName());

  test.each([
    [' 12345678 '],
    ['Qwertyuiop'],
    ['KestrelAutoTransport'],
    ['Joliet20!'],
    ['trucking99'],
  ])('SEC9 refuses %o', async (password) => {
    const response = await choose(password);
    expect(response?.json().fields).toEqual({
      user_password: expect.stringMatching(/^(This password is|Don't use) .*\. Choose .*\.$/),
    });
  });

  test.each([['Passw0rd!'], ['nadia-and-the-red-truck'], ['x'.repeat(8)]])(
    'accepts %o',
    async (password) => {
      expect((await choose(password))?.statusCode).toBe(201);
    },
  );
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
  const others = [
    password.trim(),
    password.trimEnd(),
    password.toLowerCase(),
    password.slice(0, 72),
    password.slice(0, 127),
    `${password} `,
  ];
  for (const other of others) expect(await signIn(other), JSON.stringify(other)).toBe(401);
  expect(await signIn(password)).toBe(200);
  // The same characters: devices type an accent as one character or as two.
  expect(await signIn(password.normalize('NFD'))).toBe(200);
});
