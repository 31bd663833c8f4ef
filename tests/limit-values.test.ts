/** Values just within the limits of the contract are accepted and stored. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { endpoints } from '#contract/wire/endpoints.ts';
import { limitValues, sameAsDigits } from './fixtures/field-values.ts';
import { type FieldSpec, fieldsOfBody, payloadSpecs } from './fixtures/payload-specs.ts';
import { endpointOf, injectOptions, type ValidRequest } from './fixtures/requests.ts';
import { writtenRow } from './fixtures/returned-texts.ts';
import { type Body, sampleBody } from './fixtures/sample-bodies.ts';
import { validRequest } from './fixtures/valid-requests.ts';
import { suiteApp } from './harness/app.ts';
import { onBothWhenFull, sqliteOnly } from './harness/databases.ts';

const names = endpoints.filter((endpoint) => endpoint.body).map(({ name }) => name);

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

/** Calls that take a password or a code. */
const proven = ['startTotp', 'removeTotp', 'createRecoveryCodes', 'startPasskey', 'removePasskey'];

/** Fields whose acceptance depends on more than their value; the tests of their features cover them. */
const dependent = [
  'login.username',
  'createPasskey.response',
  ...['message', 'vins'].map((name) => `writeAboutInquiry.${name}`),
  'sendApplication.driver_history',
  'saveDriverHistory.driver_history',
  'createApplicationDraft.values',
  'signInWithPasskey.response',
  'confirmTotp.otp',
  // Without it the sample code would have to be right.
  ...proven.map((name) => `${name}.current_password`),
  'subscribePush.endpoint',
  'subscribePush.p256dh',
  'subscribePush.auth',
  'updateOrder.status',
  ...['sendInquiry.vins', 'updateInquiry.vins'],
  ...['from_date', 'to_date', 'hours'].map((name) => `createTimeOff.${name}`),
  ...['status', 'reason', 'version'].map((name) => `updateTimeOff.${name}`),
  'updateProduct.stock_seen',
  ...['createQuote', 'updateQuote'].map((name) => `${name}.valid_until`),
  'updateJob.closed',
  // A job that another case has closed.
  'sendApplication.job_id',
  ...['quiet_from', 'quiet_to'].map((name) => `updateNotificationSettings.${name}`),
  // Nobody is in the sample's department.
  'createAnnouncement.user_ids',
  ...['payee', 'net_pay', 'period'].flatMap((name) => [
    `createFormat.${name}`,
    `updateFormat.${name}`,
  ]),
  'tryFormat.format',
];
/** Fields that another field's limit would contradict. */
const contradicts: Record<string, string[]> = {
  payMin: ['payMax'],
  payMax: ['payMin'],
  payPeriod: ['payMin', 'payMax'],
};

onBothWhenFull('values at their limits', (engine) => {
  const t = suiteApp(engine);

  const send = (request: ValidRequest, body: Body) =>
    t.app.inject(injectOptions({ ...request, body }));

  /** Sends a valid request with these values; returns what was wrong, null when it was accepted. */
  async function faultOf(name: string, given: Record<string, unknown>, valid: ValidRequest) {
    const { body = {} } = valid;
    const values = Object.entries(given)
      .filter(([key, value]) => value !== sameAsDigits || body[key] !== undefined)
      .map(([key, value]) => [key, value === sameAsDigits ? String(body[key]) : value]);
    const response = await send(valid, { ...body, ...Object.fromEntries(values) });
    return response.statusCode === endpointOf(name).status ? null : response.body;
  }

  test.each(names)('%s accepts each of them', async (name) => {
    const fields = Object.entries(fieldsOfBody(name))
      .filter(([key]) => !dependent.includes(`${name}.${key}`))
      .map(([key, spec]) => {
        const { upload } = endpointOf(name);
        const values = limitValues(spec).filter(
          ([, value]) => !upload?.required || (typeof value === 'string' && value.isWellFormed()),
        );
        // The largest values first, which columns of another type would not hold.
        const isShort = engine === 'postgres' || upload?.required === true;
        return [key, isShort ? values.slice(0, 1) : values] as const;
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

  test('accepts keys in snake_case and in camelCase (G4)', async () => {
    const camel = (key: string) => key.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase());
    const snake = (key: string) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    for (const name of ['sendInquiry', 'createJob']) {
      for (const spell of [camel, snake]) {
        const valid = sampleBody(name);
        const body = Object.fromEntries(
          Object.entries(valid).map(([key, value]) => [spell(key), value]),
        );
        const request = await validRequest(t, name);
        const response = await t.app.inject(injectOptions({ ...request, body }));
        expect(response.statusCode, response.body).toBe(201);
        const { recaptchaToken: _, ...stored } = valid;
        expect(await writtenRow(t, name, request, response.json())).toMatchObject(stored);
      }
    }
  });
});
