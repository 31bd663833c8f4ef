import { createHmac, randomUUID } from 'node:crypto';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mayCall } from '#contract/access.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { startApp, type TestApp } from './harness/app.ts';
import { onBothDatabases } from './harness/databases.ts';
import { employeeOf } from './harness/employees.ts';

/** A call of each endpoint that is right but for the caller, so that access alone decides. Every endpoint has a row. */
const rows: Record<
  string,
  (t: TestApp) => Partial<InjectOptions> | Promise<Partial<InjectOptions>>
> = {
  login: (t) => ({ payload: { username: t.employee.username, password: t.employee.password } }),
  logout: () => ({}),
  signup: () => ({
    payload: {
      username: `u ${randomUUID()}`,
      user_email: `${randomUUID()}@example.com`,
      user_password: 'twelve wheels',
    },
  }),
  currentUser: () => ({}),
  listJobs: () => ({}),
  getJob: async (t) => ({ url: `/api/careers/${await makeJob(t)}` }),
  createJob: () => ({ payload: job }),
  updateJob: async (t) => ({
    url: `/api/careers/${await makeJob(t)}`,
    payload: { position: 'Dispatcher' },
  }),
  deleteJob: async (t) => ({ url: `/api/careers/${await makeJob(t)}` }),
  sendInquiry: () => ({ payload: inquiry }),
  listInquiries: () => ({}),
  updateInquiry: async (t) => ({
    url: `/api/inquiries/${await makeInquiry(t)}`,
    payload: { note: 'Called.' },
  }),
  sendApplication: () => ({ payload: application }),
  listApplications: () => ({}),
  deleteApplication: async (t) => ({ url: `/api/application/${await makeApplication(t)}` }),
  // A key that nobody has: allowed callers are told 404, others 401.
  presignSettlement: () => ({ query: { path: `resumes/${randomUUID()}.pdf` } }),
  listUsers: () => ({}),
  createUser: () => ({ payload: account() }),
  updateUser: async (t) => ({
    url: `/api/users/${await makeUser(t)}`,
    payload: { phone_number: '815-555-0142' },
  }),
  closeUser: async (t) => ({ url: `/api/users/${await makeUser(t)}` }),
  listEmployees: () => ({}),
  // Whoever calls is not linked: the allowed are told so with 404.
  ownEmployee: () => ({}),
  createEmployee: async (t) => ({ payload: { user_id: await makeUser(t), first_name: 'Rosa' } }),
  updateEmployee: async (t) => ({
    url: `/api/employees/${await employeeOf(t, Number(await makeUser(t)))}`,
    payload: { pto_hours: 8.25 },
  }),
  // The old password is not right: the allowed are told so with 400.
  changePassword: () => ({
    payload: { old_password: 'not this one', new_password: 'twelve wheels' },
  }),
  makeResetLink: async (t) => ({ url: `/api/users/${await makeUser(t)}/reset-link` }),
  resetPassword: async (t) => ({
    url: `/api/reset/${await makeCode(t)}`,
    payload: { password: 'twelve wheels' },
  }),
  listNotifications: () => ({}),
  sendNotification: () => ({ payload: { message: 'The yard is closed.' } }),
  sendEmail: () => ({ payload: { subject: 'Closed', message: 'The yard is closed.' } }),
  // A notice that is nobody's: the allowed are told 404, others 401.
  markAsRead: () => ({ payload: { notification_id: 2_000_000_000 } }),
  badges: () => ({}),
  seeApplications: () => ({}),
  unreadTotal: () => ({}),
  listAudit: () => ({}),
  listLedger: () => ({}),
  listDamages: () => ({}),
  createDamage: async (t) => ({ payload: await damageOf(t) }),
  updateDamage: async (t) => ({
    url: `/api/damages/${await makeDamage(t)}`,
    payload: { damage_amount: 12.5 },
  }),
  deleteDamage: async (t) => ({ url: `/api/damages/${await makeDamage(t)}` }),
};

const job = {
  position: 'Dispatcher',
  location: 'Joliet, IL',
  department: 'Operations',
  datePosted: '2026-11-02',
  companyInformation: 'x',
  roleInformation: 'x',
  jobResponsibilities: 'x',
  skills: 'x',
  companyCulture: 'x',
};
const inquiry = {
  company_name: 'Prairie Auto Auction',
  contact_person: 'Dana Poole',
  email_address: 'dana@example.com',
  vehicle_type: 'car',
  vehicle_condition: 'used',
  pickup_location: 'Joliet, IL',
  delivery_location: 'Omaha, NE',
};
const application = {
  first_name: 'Sam',
  middle_initial: 'N/A',
  last_name: 'Reyes',
  phone: '815-555-0199',
  email: 'sam@example.com',
  street_address: '1 Main St',
  city: 'Joliet',
  state: 'IL',
  gender: 'Decline',
  race: 'Decline to self-identify',
};

async function make(t: TestApp, url: string, payload: object): Promise<Record<string, unknown>> {
  const answer = await t.app.inject({ method: 'POST', url, payload, headers: t.admin.headers });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json();
}
const account = () => ({
  username: `u ${randomUUID()}`,
  user_email: `${randomUUID()}@example.com`,
  password: 'twelve wheels',
});
const makeUser = async (t: TestApp) => (await make(t, '/api/users', account())).user_id;
async function makeCode(t: TestApp): Promise<string | undefined> {
  const { url } = await make(t, `/api/users/${await makeUser(t)}/reset-link`, {});
  return String(url).split('/').at(-1);
}
async function damageOf(t: TestApp): Promise<object> {
  return {
    employee_id: await employeeOf(t, t.employee.userId),
    driver_name: 'Emil Novotny',
    damage_date: '2026-10-05',
    damage_amount: 0.3,
    damage_description: 'A scratched door.',
  };
}
const makeDamage = async (t: TestApp) =>
  (await make(t, '/api/damages', await damageOf(t))).damage_id;
const makeJob = async (t: TestApp) => (await make(t, '/api/careers', job)).id;
const makeApplication = async (t: TestApp) => (await make(t, '/api/application', application)).id;
async function makeInquiry(t: TestApp): Promise<number> {
  await make(t, '/api/inquiry', inquiry);
  const list = await t.app.inject({ url: '/api/inquiries', headers: t.admin.headers });
  return list.json()[0].id;
}

const callers = [
  'nobody',
  'employee',
  'admin',
  'garbage',
  'expired',
  'alg none',
  'other key',
  'logged out',
  'demoted admin',
  'closed account',
] as const;
type Caller = (typeof callers)[number];

const dead: readonly Caller[] = [
  'garbage',
  'expired',
  'alg none',
  'other key',
  'logged out',
  'demoted admin',
  'closed account',
];

/** What the caller's Authorization header holds; made anew for each cell, so that a logout harms no other. */
async function tokenOf(t: TestApp, caller: Caller): Promise<string | null> {
  if (caller === 'nobody') return null;
  if (caller === 'garbage') return 'not.a.token';
  const role = caller === 'employee' ? 'employee' : 'admin';
  const person = await t.person(`${caller.replace(' ', '-')}-${randomUUID()}`, role);
  const [header = '', payload = '', seal = ''] = person.token.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const users = t.ground.db.updateTable('users').where('user_id', '=', person.userId);
  switch (caller) {
    case 'expired': {
      const past = { ...claims, iat: claims.iat - 99_999, exp: claims.iat - 10 };
      const text = `${header}.${part(past)}`;
      const key = t.ground.config.tokenSecret ?? '';
      return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`;
    }
    case 'alg none':
      return `${part({ alg: 'none', typ: 'JWT' })}.${payload}.`;
    case 'other key':
      return `${header}.${payload}.${createHmac('sha256', 'other').update(`${header}.${payload}`).digest('base64url')}`;
    case 'logged out':
      await t.app.inject({ method: 'POST', url: '/api/logout', headers: person.headers });
      return person.token;
    case 'demoted admin':
      await users.set({ user_role: 'employee', token_version: 2 }).execute();
      return person.token;
    case 'closed account':
      await users.set({ closed_at: new Date().toISOString() }).execute();
      return person.token;
    default:
      expect(seal).not.toBe('');
      return person.token;
  }
}

/** What a caller is told who may call, where it is no success. */
const refusedAnyway: Record<string, number> = {
  markAsRead: 404,
  presignSettlement: 404,
  ownEmployee: 404,
  changePassword: 400,
};

function expected(endpoint: Endpoint, caller: Caller): { status: number; error?: string } {
  const success = refusedAnyway[endpoint.name] ?? endpoint.status;
  if (endpoint.access === 'public') return { status: success };
  if (caller === 'nobody') return { status: 401, error: 'Access denied. No token provided.' };
  if (dead.includes(caller)) return { status: 401, error: 'Invalid token. Please log in again.' };
  const role = caller === 'admin' ? 'admin' : 'employee';
  if (!mayCall(endpoint.access, role)) return { status: 403, error: 'Access denied. Admins only.' };
  return { status: success };
}

test('every endpoint has a row in the matrix, and every row an endpoint', () => {
  expect(Object.keys(rows).sort()).toEqual(endpoints.map((endpoint) => endpoint.name).sort());
});

onBothDatabases('role matrix', (engine) => {
  let t: TestApp;
  beforeAll(async () => {
    t = await startApp(engine);
  });
  afterAll(() => t.close());

  describe.each(endpoints.map((endpoint) => [endpoint.name, endpoint] as const))(
    '%s',
    (name, endpoint) => {
      test.each(callers)('as %s', async (caller) => {
        const row = await rows[name]?.(t);
        const token = await tokenOf(t, caller);
        const answer = await t.app.inject({
          method: endpoint.method,
          url: endpoint.path,
          ...row,
          headers: token === null ? {} : { authorization: `Bearer ${token}` },
        });
        const want = expected(endpoint, caller);
        expect(answer.statusCode, answer.body).toBe(want.status);
        if (want.error) expect(answer.json()).toEqual({ error: want.error });
      });
    },
  );

  test.each(endpoints.map((endpoint) => [endpoint.path, endpoint] as const))(
    '%s refuses a method that it does not name',
    async (path, endpoint) => {
      const answer = await t.app.inject({ method: 'PATCH', url: path.replace('{id}', '1') });
      expect([answer.statusCode, answer.headers.allow]).toEqual([
        405,
        expect.stringContaining(endpoint.method),
      ]);
      expect(answer.json()).toEqual({ error: 'This address does not take that method.' });
    },
  );
});
