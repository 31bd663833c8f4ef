/** What every endpoint refuses, by its contract. Nothing is stored, so each has one request for all rules. */
import { createHmac, randomUUID } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import { beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { general } from '#contract/messages/general.ts';
import type { Endpoint } from '#contract/wire/endpoint.ts';
import { endpoints } from '#contract/wire/endpoints.ts';
import { badIds, badQueries } from './fixtures/bad-addresses.ts';
import { malformedBodies } from './fixtures/bad-bodies.ts';
import { invalidValues } from './fixtures/field-values.ts';
import { fieldsOfBody, payloadSpecs } from './fixtures/payload-specs.ts';
import { injectOptions, replyOf, type ValidRequest } from './fixtures/requests.ts';
import { oddTexts, textLists, writtenRow } from './fixtures/returned-texts.ts';
import { type Body, fill } from './fixtures/sample-bodies.ts';
import { expectHttpError, expectUnchanged } from './fixtures/state-snapshot.ts';
import { validRequest } from './fixtures/valid-requests.ts';
import { suiteApp } from './harness/app.ts';
import { multipartOf } from './harness/multipart.ts';

const withBody = endpoints.filter((endpoint) => endpoint.body);
const withJson = withBody.filter(({ upload }) => !upload?.required);
const withId = endpoints.filter(({ path }) => path.includes('{id}'));
/** Of products and posts, which are everyone's, and of conversations, which are the caller's own. */
const forEveryone = [
  ...['placeOrder', 'ownReaction', 'listReactors', 'react'],
  ...['listMessages', 'sendAttachment'],
];
const ofSomeone = endpoints.filter(
  ({ name, access, path }) =>
    access === 'signed-in' && path.includes('{') && !forEveryone.includes(name),
);
const paged = endpoints.filter((endpoint) => endpoint.paged);
const versioned = withBody.filter(({ name }) => 'version' in fieldsOfBody(name));
/** Their lists show more than the record, or less. */
const withOtherRows = [
  ...['updateApplication', 'hireApplicant', 'updateQuote'],
  ...['updateDriverDocument', 'refuseDriverDocument'],
];

const invalidToken = 'Invalid token. Please log in again.';
/** Only a token that was valid until its session ended gets the reason. */
const deadTokens = {
  garbage: 'token_invalid',
  expired: 'token_invalid',
  'alg none': 'token_invalid',
  'other key': 'token_invalid',
  'logged out': 'token_invalid',
  'demoted admin': 'credentials_changed',
  'closed account': 'account_closed',
} as const;
type DeadToken = keyof typeof deadTokens;

describe('every endpoint', () => {
  const t = suiteApp('sqlite');
  const requests = new Map<string, Promise<ValidRequest>>();
  const tokens = {} as Record<DeadToken, string>;

  function requestOf({ name }: Endpoint): Promise<ValidRequest> {
    const request = requests.get(name) ?? validRequest(t, name);
    requests.set(name, request);
    return request;
  }

  async function tokenOf(kind: DeadToken): Promise<string> {
    const { userId, token, headers } = await t.person(`${kind}-${randomUUID()}`, 'admin');
    const [header = '', payload = ''] = token.split('.');
    const users = t.ctx.db.updateTable('users').where('user_id', '=', userId);
    const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const signed = (text: string, key: string) =>
      `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`;
    switch (kind) {
      case 'garbage':
        return 'not.a.token';
      case 'expired': {
        const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
        const past = { ...claims, iat: claims.iat - 99_999, exp: claims.iat - 10 };
        return signed(`${header}.${encoded(past)}`, t.ctx.config.tokenSecret ?? '');
      }
      case 'alg none':
        return `${encoded({ alg: 'none', typ: 'JWT' })}.${payload}.`;
      case 'other key':
        return signed(`${header}.${payload}`, 'other');
      case 'logged out':
        await t.app.inject({ method: 'POST', url: '/api/logout', headers });
        return token;
      case 'demoted admin':
        await users.set({ user_role: 'employee', token_version: 2 }).execute();
        return token;
      case 'closed account':
        await users.set({ closed_at: new Date().toISOString() }).execute();
        return token;
    }
  }
  beforeAll(async () => {
    for (const kind of Object.keys(deadTokens) as DeadToken[]) tokens[kind] = await tokenOf(kind);
  });

  function expectRefused(response: LightMyRequestResponse, status: number, about: string): void {
    expectHttpError(response, about);
    expect(response.statusCode, `${about}: ${response.body}`).toBe(status);
  }

  test.each(endpoints.filter(({ access }) => access !== 'public'))(
    '$name refuses every caller without access (SEC1)',
    async (endpoint) => {
      const options = injectOptions(await requestOf(endpoint), null);
      const as = async (token: string | null) => {
        const authorization = token === null ? {} : { authorization: `Bearer ${token}` };
        const headers = { ...options.headers, ...authorization };
        const response = await t.app.inject({ ...options, headers });
        return [response.statusCode, response.json()];
      };
      const missing = { code: 'token_missing', error: 'Access denied. No token provided.' };
      expect(await as(null)).toEqual([401, missing]);
      for (const [kind, code] of Object.entries(deadTokens)) {
        const reply = [401, { code, error: invalidToken }];
        expect(await as(tokens[kind as DeadToken]), kind).toEqual(reply);
      }
      if (endpoint.access !== 'admin') return;
      const forbidden = { code: 'forbidden', error: 'Access denied. Admins only.' };
      expect(await as(t.employee.token)).toEqual([403, forbidden]);
    },
  );

  test.each(ofSomeone)('$name refuses the record of another employee (SEC1)', async (endpoint) => {
    const other = await t.person(`other-${randomUUID()}`, 'employee');
    const response = await t.app.inject(injectOptions(await requestOf(endpoint), other));
    // A passkey is removed with the caller's password.
    expectRefused(response, endpoint.name === 'removePasskey' ? 403 : 404, endpoint.name);
  });

  test.each(withBody)(
    '$name refuses each invalid value with 400, names its field and stores nothing',
    async (endpoint) => {
      const { file, ...request } = await requestOf(endpoint);
      // Text is validated before the file, so no picture is needed.
      const isPicture = endpoint.upload?.imageWidths !== undefined;
      const base = { ...request, ...(file && !isPicture && { file }) };
      const { shape } = endpoint.body as z.ZodMiniObject;

      /** The fields that the reply to these values names. */
      async function namedFor(given: Body): Promise<string[]> {
        const body = { ...request.body, ...given };
        const response = await t.app.inject(injectOptions({ ...base, body }));
        expectRefused(response, 400, `${endpoint.name} ${JSON.stringify(given).slice(0, 200)}`);
        const paths = Object.keys(response.json().fields ?? {});
        return [...new Set(paths.map((path) => path.split('.')[0] ?? ''))].sort();
      }

      /** Multipart fields are UTF-8 text. */
      const isSendable = (value: unknown) =>
        !base.isForm || (typeof value === 'string' && value.isWellFormed());
      await expectUnchanged(t, async () => {
        const byField = Object.entries(fieldsOfBody(endpoint.name)).map(([key, spec]) => {
          const values = invalidValues(spec).map(([, value]) => value);
          return [key, values.filter(isSendable)] as const;
        });
        const isBySchema = (key: string, value: unknown) =>
          !z.safeParse(shape[key] as z.ZodMiniType, value).success;
        // All of them together must fit in a body.
        const isShort = (value: unknown) => (JSON.stringify(value) ?? '').length < 5_000;
        // What the schema refuses is sent for all fields at once; what the service refuses, one by one.
        for (const round of [0, -1]) {
          const given = byField.flatMap(([key, values]) => {
            const refused = values.filter((value) => isBySchema(key, value) && isShort(value));
            return refused
              .slice(round)
              .slice(0, 1)
              .map((value) => [key, value] as const);
          });
          if (given.length === 0) continue;
          const keys = given.map(([key]) => key).sort();
          expect(await namedFor(Object.fromEntries(given))).toEqual(keys);
        }
        for (const [key, values] of byField) {
          for (const value of values.filter((one) => !isBySchema(key, one))) {
            expect(await namedFor({ [key]: value }), `${key} ${value}`).toEqual([key]);
          }
        }
      });
    },
  );

  test.each(versioned)(
    '$name refuses a change of another version with the current record (SEC28)',
    async (endpoint) => {
      const { name } = endpoint;
      const request = await requestOf(endpoint);
      // Equal values would change nothing.
      const changed = fill(name, request.body ?? {}, name in textLists ? oddTexts(name) : {});
      const body = { ...changed, version: 2_000_000 };
      let current: Body = {};
      await expectUnchanged(t, async () => {
        const response = await t.app.inject(injectOptions({ ...request, body }));
        expect(replyOf(response)).toMatchObject([
          409,
          { code: 'version_conflict', error: general.stale },
        ]);
        current = response.json().current;
      });
      expect(current.version).toBeLessThan(100);
      if (!(name in textLists) || withOtherRows.includes(name)) return;
      expect(current).toMatchObject((await writtenRow(t, name, request, {})) as Body);
    },
  );

  test('a schema that matches no kind of field is an error, not a gap', () => {
    expect(Object.keys(payloadSpecs)).toEqual(withBody.map(({ name }) => name));
  });

  test.each(withBody)('$name refuses a body in another form', async (endpoint) => {
    const { method, url, by, body } = await requestOf(endpoint);
    const json = { ...by.headers, 'content-type': 'application/json' };
    const { payload, headers } = multipartOf([{ name: 'username', value: 'x' }]);
    await expectUnchanged(t, async () => {
      const sent = (text: string) => t.app.inject({ method, url, headers: json, payload: text });
      const isFile = endpoint.upload?.required === true;
      const mayBeAbsent =
        method !== 'PUT' && z.safeParse(endpoint.body as z.ZodMiniType, {}).success;
      if (isFile || !mayBeAbsent) {
        const none = await t.app.inject({ method, url, headers: by.headers });
        expectRefused(none, isFile ? 415 : 400, 'without a body');
      }
      if (isFile) return expectRefused(await sent(JSON.stringify(body)), 415, 'JSON');
      expectRefused(await sent(JSON.stringify(body).slice(0, -1)), 400, 'broken JSON');
      if (endpoint.upload) return;
      const form = { method, url, payload, headers: { ...by.headers, ...headers } };
      expectRefused(await t.app.inject(form), 415, 'multipart');
    });
  });

  // The parser is the same for every endpoint.
  test.each(withJson.filter(({ name }) => ['login', 'updateJob'].includes(name)))(
    '$name refuses a body that is not a JSON object',
    async (endpoint) => {
      const { body = {}, url, method, by } = await requestOf(endpoint);
      await expectUnchanged(t, async () => {
        for (const [label, status, payload, headers] of malformedBodies(body)) {
          const type = { 'content-type': 'application/json' };
          const options = { method, url, payload, headers: { ...type, ...by.headers, ...headers } };
          expectRefused(await t.app.inject(options), status, label);
        }
      });
      expect(({} as Record<string, unknown>).role).toBeUndefined();
    },
  );

  test.each(withId)('$name returns 404 for an unused id', async (endpoint) => {
    const request = await requestOf(endpoint);
    await expectUnchanged(t, async () => {
      for (const id of ['2147483647', '0', 'x', '2147483648']) {
        const url = endpoint.path.replace('{id}', id);
        const response = await t.app.inject(injectOptions({ ...request, url }));
        expectHttpError(response, url);
        expect(id === '2147483647' ? [404] : [400, 404], url).toContain(response.statusCode);
      }
    });
  });

  test.each(withId.filter(({ name }) => ['getJob', 'updateJob', 'closeUser'].includes(name)))(
    '$name refuses every malformed id',
    async (endpoint) => {
      const request = await requestOf(endpoint);
      await expectUnchanged(t, async () => {
        for (const id of badIds) {
          const url = endpoint.path.replace('{id}', id);
          const response = await t.app.inject(injectOptions({ ...request, url }));
          expectHttpError(response, url);
          // Dots may resolve to the URL of another endpoint with other methods.
          const dots = id.includes('%2e%2e');
          expect(dots ? [400, 404, 405] : [400, 404], url).toContain(response.statusCode);
        }
      });
    },
  );

  test.each(paged)(
    '$name refuses a limit out of range and a cursor that it never returned',
    async ({ name, path }) => {
      const all = name === 'listJobs';
      for (const query of all ? badQueries : ['limit=0', 'limit=501', 'before=x']) {
        const url = `${path.replace('{id}', '1')}?q=x&${query}`;
        const response = await t.app.inject({ url, headers: t.admin.headers });
        expectRefused(response, 400, query);
        expect(Object.keys(response.json().fields)[0], query).toMatch(/^(limit|before)$/);
      }
    },
  );

  test.each(endpoints)('$path returns 405 for other methods', async ({ path, method }) => {
    const response = await t.app.inject({ method: 'PATCH', url: path.replace('{id}', '1') });
    expectRefused(response, 405, path);
    expect(response.headers.allow).toContain(method);
  });
});
