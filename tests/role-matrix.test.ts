import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mayCall } from '#contract/access.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { rightCalls } from './arbitraries/right-calls.ts';
import { startApp, type TestApp } from './harness/app.ts';
import { onBothDatabases } from './harness/databases.ts';

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

/** What the caller's Authorization header holds, of a person of its own. */
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
  presignReport: 404,
  presignProduct: 404,
  acknowledgeDocument: 404,
  listSubmissions: 404,
  submitVersion: 404,
  ownEmployee: 404,
  changePassword: 400,
  updateOrder: 404,
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
  expect(Object.keys(rightCalls).sort()).toEqual(endpoints.map((endpoint) => endpoint.name).sort());
});

onBothDatabases('role matrix', (engine) => {
  let t: TestApp;
  beforeAll(async () => {
    t = await startApp(engine);
  });
  afterAll(() => t.close());

  // A call that is refused changes nothing, so that its caller and its row serve the next one too.
  const refused = new Map<string, Promise<unknown>>();
  function reused<T>(name: string, make: () => Promise<T>): Promise<T> {
    const made = (refused.get(name) as Promise<T> | undefined) ?? make();
    refused.set(name, made);
    return made;
  }

  describe.each(endpoints.map((endpoint) => [endpoint.name, endpoint] as const))(
    '%s',
    (name, endpoint) => {
      test.each(callers)('as %s', async (caller) => {
        const want = expected(endpoint, caller);
        const makeRow = async () => rightCalls[name]?.(t);
        const row = await (want.error ? reused(name, makeRow) : makeRow());
        const makeToken = () => tokenOf(t, caller);
        const token = await (want.error ? reused(caller, makeToken) : makeToken());
        const answer = await t.app.inject({
          method: endpoint.method,
          url: endpoint.path,
          ...row,
          headers: { ...row?.headers, ...(token !== null && { authorization: `Bearer ${token}` }) },
        });
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
