import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import type { LightMyRequestResponse } from 'fastify';
import { afterEach, describe, expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { invalidValues, limitValues, sameAsDigits } from './fixtures/field-values.ts';
import { anyJson, nullableText, rounds } from './fixtures/fuzz.ts';
import type { Labelled } from './fixtures/invalid-values.ts';
import { type FieldSpec, fieldsOfBody, payloadSpecs } from './fixtures/payload-specs.ts';
import { endpointOf, injectOptions, type ValidRequest } from './fixtures/requests.ts';
import type { Body } from './fixtures/sample-bodies.ts';
import { expectHttpError, expectUnchanged, stateSnapshot } from './fixtures/state-snapshot.ts';
import { validRequest } from './fixtures/valid-requests.ts';
import { suiteApp, type TestApp } from './harness/app.ts';
import { onBothDatabases, sqliteOnly } from './harness/databases.ts';
import { multipartOf } from './harness/multipart.ts';

const withBody = endpoints.filter((endpoint) => endpoint.body);
const names = withBody.map(({ name }) => name);
const withoutFile = withBody.filter(({ upload }) => !upload?.required).map(({ name }) => name);

/** Multipart fields are UTF-8 text. */
const isSendable = ([, value]: Labelled) => typeof value === 'string' && value.isWellFormed();

/** A field's values that the endpoint's encoding can carry. */
function sendable(name: string, values: Labelled[]): Labelled[] {
  return endpointOf(name).upload?.required ? values.filter(isSendable) : values;
}

const isPicture = (name: string) => endpointOf(name).upload?.imageWidths !== undefined;

/** A spec as one line of field-limits.txt. */
function lineOf(about: string, { absent, ...spec }: FieldSpec): string {
  const limits = 'max' in spec ? [`${'min' in spec ? spec.min : 0}-${spec.max}`] : [];
  const choices = 'choices' in spec ? [spec.choices.join('|')] : [];
  const refused = Object.entries(absent).filter(([, isAccepted]) => !isAccepted);
  const absence = refused.length > 0 ? [`not ${refused.map(([key]) => key).join(', ')}`] : [];
  return [about, spec.kind, ...limits, ...choices, ...absence].join('; ');
}

sqliteOnly.test('every recorded field keeps its kind, limits and choices', () => {
  const file = new URL('fixtures/field-limits.txt', import.meta.url);
  const recorded = readFileSync(file, 'utf8').trim().split('\n');
  const derived = Object.entries(payloadSpecs).flatMap(([name, fields]) =>
    Object.entries(fields).map(([key, spec]) => lineOf(`${name}.${key}`, spec)),
  );
  // New fields need no line.
  expect(derived).toEqual(expect.arrayContaining(recorded));
});

sqliteOnly.test('a schema that matches no kind of field is an error, not a gap', () => {
  expect(Object.keys(payloadSpecs)).toEqual(names);
});

const send = (t: TestApp, request: ValidRequest, body: unknown): Promise<LightMyRequestResponse> =>
  t.app.inject(injectOptions({ ...request, body: body as Body }));

sqliteOnly.describe('bad input', () => {
  const t = suiteApp('sqlite');
  afterEach(async () => {
    expect((await t.app.inject('/healthz')).statusCode).toBe(200);
  });

  test.each(names)('%s refuses each invalid value with 400 and stores nothing', async (name) => {
    const { file, ...request } = await validRequest(t, name);
    // Text is validated before the file, so no picture is needed.
    const sent = { ...request, ...(file && !isPicture(name) && { file }) };
    await expectUnchanged(t, async () => {
      for (const [key, spec] of Object.entries(fieldsOfBody(name))) {
        for (const [label, value] of sendable(name, invalidValues(spec))) {
          const about = `${name}.${key} ${label}`;
          const response = await send(t, sent, { ...request.body, [key]: value });
          expectHttpError(response, about);
          expect(response.statusCode, about).toBe(400);
          const named = Object.keys(response.json().fields).map((path) => path.split('.')[0]);
          expect([...new Set(named)], about).toEqual([key]);
        }
      }
    });
  });

  describe.each(withoutFile)('%s', (name) => {
    test('accepts or refuses any JSON in any field and never fails', async () => {
      const request = await validRequest(t, name);
      const property = fc.asyncProperty(
        fc.constantFrom(...Object.keys(fieldsOfBody(name))),
        anyJson,
        async (key, value) => {
          const before = await stateSnapshot(t);
          const response = await send(t, request, { ...request.body, [key]: value });
          if (response.statusCode < 300 || (name === 'login' && response.statusCode === 401))
            return;
          // A well-formed version may still be stale.
          if (response.statusCode === 409) return;
          expectHttpError(response, JSON.stringify({ [key]: value }));
          expect(await stateSnapshot(t)).toEqual(before);
        },
      );
      await fc.assert(property, rounds(12));
    });

    test('refuses a body that is not a JSON object', async () => {
      const request = await validRequest(t, name);
      const { body = {}, url, method, by } = request;
      const text = JSON.stringify(body);
      const bodies: [label: string, status: number, body: string | Buffer, headers?: object][] = [
        ['broken', 400, text.slice(0, -1)],
        ['two of them', 400, text + text],
        ['trailing comma', 400, `${text.slice(0, -1)},}`],
        ['empty', 400, ''],
        ['blank', 400, '   '],
        ['null', 400, 'null'],
        ['list', 400, `[${text}]`],
        ['word', 400, JSON.stringify(text)],
        ['number', 400, '7'],
        ['NaN', 400, 'NaN'],
        ['deep', 400, '['.repeat(100_000) + ']'.repeat(100_000)],
        ['not UTF-8', 400, Buffer.from([0x7b, 0xff, 0xfe, 0x7d])],
        ['__proto__', 400, `{"__proto__":{"role":"admin"},${text.slice(1)}`],
        ['hidden __proto__', 400, `{"\\u005f_proto__":{"role":"admin"},${text.slice(1)}`],
        ['constructor', 400, `{"constructor":{"prototype":{"role":"admin"}},${text.slice(1)}`],
        ['too large', 413, JSON.stringify({ ...body, extra: 'x'.repeat(256 * 1024) })],
        ['plain text', 415, text, { 'content-type': 'text/plain' }],
        ['a form', 415, 'a=b', { 'content-type': 'application/x-www-form-urlencoded' }],
        ['XML', 415, '<a/>', { 'content-type': 'application/xml' }],
        ['no media type', 415, text, { 'content-type': 'json' }],
        ['compressed', 400, Buffer.from([0x1f, 0x8b, 8]), { 'content-encoding': 'gzip' }],
      ];
      if (!endpointOf(name).upload) {
        const { payload, headers } = multipartOf([{ name: 'username', value: 'x' }]);
        bodies.push(['multipart', 415, payload, headers]);
      }
      await expectUnchanged(t, async () => {
        for (const [label, status, payload, headers] of bodies) {
          const type = { 'content-type': 'application/json' };
          const options = { method, url, payload, headers: { ...type, ...by.headers, ...headers } };
          const response = await t.app.inject(options);
          expectHttpError(response, `${name} ${label}`);
          expect(response.statusCode, `${name} ${label}: ${response.body}`).toBe(status);
        }
        const none = await t.app.inject({ method, url, headers: by.headers });
        expectHttpError(none, `${name} without a body`);
        expect(none.statusCode, `${name} without a body`).toBe(400);
      });
      expect(({} as Record<string, unknown>).role).toBeUndefined();
    });

    test('refuses any bytes as a body', async () => {
      const { method, url, body: valid, by } = await validRequest(t, name);
      const headers = { 'content-type': 'application/json', ...by.headers };
      const body = fc.oneof(
        fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
        nullableText.map((text) => `{"${text}"`),
        fc.tuple(fc.nat(200), nullableText).map(([at, inside]) => {
          const text = JSON.stringify(valid);
          return `${text.slice(0, at % text.length)}${inside}\u0001`;
        }),
      );
      await expectUnchanged(t, async () => {
        const property = fc.asyncProperty(body, async (payload) => {
          const response = await t.app.inject({ method, url, payload, headers });
          expectHttpError(response, payload.toString());
        });
        await fc.assert(property, rounds(20));
      });
    });
  });
});

/** Calls that take a password or a code. */
const proven = ['startTotp', 'removeTotp', 'createRecoveryCodes', 'startPasskey', 'removePasskey'];

/** Fields whose acceptance depends on more than their value; the tests of their features cover them. */
const dependent = [
  'login.username',
  'createPasskey.response',
  'signInWithPasskey.response',
  'confirmTotp.otp',
  // Without it the sample code would have to be right.
  ...proven.map((name) => `${name}.current_password`),
  'subscribePush.endpoint',
  'subscribePush.p256dh',
  'subscribePush.auth',
  'updateOrder.status',
  ...['from_date', 'to_date', 'hours'].map((name) => `createTimeOff.${name}`),
  ...['status', 'reason', 'version'].map((name) => `updateTimeOff.${name}`),
  'updateProduct.stock_seen',
  ...['quiet_from', 'quiet_to'].map((name) => `updateNotificationSettings.${name}`),
  // Nobody is in the sample's department.
  'createAnnouncement.user_ids',
];
/** Fields that another field's limit would contradict. */
const contradicts: Record<string, string[]> = {
  payMin: ['payMax'],
  payMax: ['payMin'],
  payPeriod: ['payMin', 'payMax'],
};

onBothDatabases('values at their limits', (engine) => {
  const t = suiteApp(engine);

  /** Sends a valid request with these values; returns what was wrong, null when it was accepted. */
  async function faultOf(name: string, given: Record<string, unknown>, valid: ValidRequest) {
    const { body = {} } = valid;
    const values = Object.entries(given)
      .filter(([key, value]) => value !== sameAsDigits || body[key] !== undefined)
      .map(([key, value]) => [key, value === sameAsDigits ? String(body[key]) : value]);
    const response = await send(t, valid, { ...body, ...Object.fromEntries(values) });
    return response.statusCode === endpointOf(name).status ? null : response.body;
  }

  test.each(names)('%s accepts each of them', async (name) => {
    const fields = Object.entries(fieldsOfBody(name))
      .filter(([key]) => !dependent.includes(`${name}.${key}`))
      .map(([key, spec]) => {
        const values = sendable(name, limitValues(spec));
        return [key, isPicture(name) ? values.slice(0, 1) : values] as const;
      });
    const fresh = (keys: readonly string[]) => {
      const others = keys.flatMap((key) => contradicts[key] ?? []);
      return validRequest(t, name, Object.fromEntries(others.map((other) => [other, undefined])));
    };
    let request = await fresh([]);
    // An update can be repeated; a creation or a one-time link can't.
    const isOnce = request.method !== 'PUT';
    const rounds = Math.max(0, ...fields.map(([, values]) => values.length));
    for (let round = 0; round < rounds; round += 1) {
      const given = fields.flatMap(([key, values]) =>
        values.slice(round, round + 1).map(([label, value]) => ({ key, label, value })),
      );
      // All fields at once, one call instead of twenty; one by one only if they contradict each other.
      const together = given.filter(({ key }) => !(key in contradicts));
      if (isOnce && round > 0) request = await fresh([]);
      const all = Object.fromEntries(together.map(({ key, value }) => [key, value]));
      const isAccepted = (await faultOf(name, all, request)) === null;
      for (const { key, label, value } of given) {
        if (isAccepted && key in all) continue;
        const single = isOnce || key in contradicts ? await fresh([key]) : request;
        expect(await faultOf(name, { [key]: value }, single), `${name}.${key} ${label}`).toBeNull();
      }
    }
  });
});
