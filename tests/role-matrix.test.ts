import { createHmac, randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { mayCall } from '#contract/access.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { injectOptions } from './fixtures/requests.ts';
import { validRequest } from './fixtures/valid-requests.ts';
import { suiteApp, type TestApp } from './harness/app.ts';
import { sqliteOnly } from './harness/databases.ts';

const callers = [
  'anonymous',
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

/** The token of a new user with that role; null for none. */
async function tokenOf(t: TestApp, caller: Caller): Promise<string | null> {
  if (caller === 'anonymous') return null;
  if (caller === 'garbage') return 'not.a.token';
  const role = caller === 'employee' ? 'employee' : 'admin';
  const person = await t.person(`${caller.replace(' ', '-')}-${randomUUID()}`, role);
  const [header = '', payload = '', seal = ''] = person.token.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const users = t.ctx.db.updateTable('users').where('user_id', '=', person.userId);
  switch (caller) {
    case 'expired': {
      const past = { ...claims, iat: claims.iat - 99_999, exp: claims.iat - 10 };
      const text = `${header}.${part(past)}`;
      const key = t.ctx.config.tokenSecret ?? '';
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

/** Only a token that was valid until its session ended gets the reason. */
const endCodes: Partial<Record<Caller, string>> = {
  'demoted admin': 'credentials_changed',
  'closed account': 'account_closed',
};

/** Statuses other than success for callers with access, because the record belongs to another user. */
const ofAnotherUser: Record<string, number> = {
  markAsRead: 404,
  acknowledgeDocument: 404,
  createClaim: 400,
  updateClaimResponse: 404,
  submitVersion: 404,
  askSettlementQuestion: 404,
  confirmNotification: 404,
  readSettlementQuestion: 404,
  ownEmployee: 404,
  getTimeOffBalance: 404,
  createTimeOff: 400,
  changePassword: 400,
  confirmPassword: 403,
  endSession: 404,
  createPasskey: 400,
  startPasskey: 403,
  removePasskey: 403,
  startTotp: 403,
  confirmTotp: 409,
  removeTotp: 403,
  createRecoveryCodes: 403,
};
const employeeStatus: Record<string, number> = {
  presignSettlement: 404,
  presignReport: 404,
  presignProduct: 404,
  listSubmissions: 404,
  writeSettlementQuestion: 404,
  listDriverDocuments: 404,
  uploadDriverDocument: 404,
  updateOrder: 404,
  getTimeOff: 404,
  updateTimeOff: 404,
  getClaim: 404,
  createClaimPhoto: 404,
};

function expected(endpoint: Endpoint, caller: Caller): { status: number; error?: object } {
  const { name } = endpoint;
  const success = ofAnotherUser[name] ?? endpoint.status;
  if (endpoint.access === 'public') return { status: success };
  if (caller === 'anonymous') {
    return {
      status: 401,
      error: { code: 'token_missing', error: 'Access denied. No token provided.' },
    };
  }
  if (dead.includes(caller)) {
    const error = 'Invalid token. Please log in again.';
    return { status: 401, error: { error, code: endCodes[caller] ?? 'token_invalid' } };
  }
  const role = caller === 'admin' ? 'admin' : 'employee';
  if (!mayCall(endpoint.access, role)) {
    return { status: 403, error: { code: 'forbidden', error: 'Access denied. Admins only.' } };
  }
  return { status: (role === 'employee' && employeeStatus[name]) || success };
}

sqliteOnly.describe('role matrix (SEC1)', () => {
  const t = suiteApp('sqlite');

  // A rejected request changes nothing, so its caller and records are reused.
  const refused = new Map<string, Promise<unknown>>();
  function reused<T>(name: string, make: () => Promise<T>): Promise<T> {
    const made = (refused.get(name) as Promise<T> | undefined) ?? make();
    refused.set(name, made);
    return made;
  }

  describe.each(endpoints)('$name', (endpoint) => {
    const { name } = endpoint;
    test.each(callers)('as %s', async (caller) => {
      const want = expected(endpoint, caller);
      const makeRequest = () => validRequest(t, name);
      const request = await (want.error ? reused(name, makeRequest) : makeRequest());
      const makeToken = () => tokenOf(t, caller);
      const token = await (want.error ? reused(caller, makeToken) : makeToken());
      const options = injectOptions(request, null);
      const authorization = token === null ? {} : { authorization: `Bearer ${token}` };
      const response = await t.app.inject({
        ...options,
        headers: { ...options.headers, ...authorization },
      });
      expect(response.statusCode, response.body).toBe(want.status);
      if (want.error) expect(response.json()).toEqual(want.error);
    });
  });

  test.each(endpoints)('$path returns 405 for other methods', async ({ path, method }) => {
    const response = await t.app.inject({ method: 'PATCH', url: path.replace('{id}', '1') });
    expect([response.statusCode, response.headers.allow]).toEqual([
      405,
      expect.stringContaining(method),
    ]);
    expect(response.json()).toEqual({
      code: 'method_not_allowed',
      error: "This address doesn't support that method.",
    });
  });
});
