import fc from 'fast-check';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { expectRefusal, footprint } from './arbitraries/footprint.ts';
import { anyJson, anyText, fineValues, rounds, wrongValues } from './arbitraries/hostile.ts';
import { rightCalls } from './arbitraries/right-calls.ts';
import { wires } from './arbitraries/wire.ts';
import { startApp, type TestApp } from './harness/app.ts';
import { onBothDatabases } from './harness/databases.ts';
import { documentsOf } from './harness/documents.ts';
import { employeeOf } from './harness/employees.ts';
import { multipartOf } from './harness/multipart.ts';
import { postsOf, postsUrl } from './harness/posts.ts';
import { storeOf, storeUrl } from './harness/store.ts';

const withBody = endpoints.filter((endpoint) => endpoint.body);
// What comes with a file is for bad-uploads.test.ts.
const cases = withBody
  .filter((endpoint) => !endpoint.upload?.required)
  .map((endpoint) => [endpoint.name, endpoint] as const);

function wireOf(name: string) {
  const wire = wires[name];
  if (!wire) throw new Error(`tests/arbitraries/wire.ts says nothing about ${name}`);
  return wire;
}

/** Calls whose success needs more than right fields: their own tests say when. */
const tested = [
  'login',
  'changePassword',
  'resetPassword',
  'publishDrop',
  'subscribePush',
  'writeTestimonial',
  'updateOrder',
];
/** Fields that are taken once: names and addresses of accounts, and whose employee it is. */
const unique: Record<string, string[]> = {
  signup: ['username', 'user_email', 'user_password'],
  createUser: ['username', 'user_email'],
  createEmployee: ['user_id'],
};

/** Field, label and value of what a call takes. */
function takenValues(name: string): [string, string, unknown][] {
  if (tested.includes(name)) return [];
  const isChange = name.startsWith('update');
  return Object.entries(wireOf(name).fields)
    .filter(([key]) => !unique[name]?.includes(key))
    .flatMap(([key, rule]) =>
      fineValues(rule)
        // A choice of a change may be left out, but not emptied.
        .filter(([, value]) => !isChange || rule.kind !== 'choice' || value)
        .map(([label, value]): [string, string, unknown] => [key, label, value]),
    );
}

/** Field, label and value of what a call refuses. */
function refusedValues(name: string): [string, string, unknown][] {
  const isChange = name.startsWith('update');
  return Object.entries(wireOf(name).fields).flatMap(([key, rule]) =>
    wrongValues(rule)
      // In a change an absent key is one that stays as it is.
      .filter(([, value]) => !isChange || value !== undefined)
      .map(([label, value]): [string, string, unknown] => [key, label, value]),
  );
}

test('every field of every body is written down for these tests', () => {
  expect(Object.keys(wires).sort()).toEqual(withBody.map((endpoint) => endpoint.name).sort());
  for (const endpoint of withBody) {
    const { shape } = endpoint.body as unknown as { shape: object };
    expect(Object.keys(wireOf(endpoint.name).fields).sort(), endpoint.name).toEqual(
      Object.keys(shape).sort(),
    );
  }
});

onBothDatabases('bad input', (engine) => {
  let t: TestApp;
  const urls: Record<string, string> = {};

  beforeAll(async () => {
    t = await startApp(engine);
    for (const endpoint of withBody) urls[endpoint.name] = endpoint.path;
    urls.updateUser = `/api/users/${t.employee.userId}`;
    urls.resetPassword = `/api/reset/${'x'.repeat(43)}`;
    urls.writeTestimonial = `/api/testimonial/${'x'.repeat(43)}`;
    urls.updateTestimonial = (await rightCalls.updateTestimonial?.(t))?.url?.toString() ?? '';
    const job = await send('createJob', wireOf('createJob').valid());
    urls.updateJob = `/api/careers/${job.json().id}`;
    await send('sendInquiry', wireOf('sendInquiry').valid());
    await send('sendNotification', wireOf('sendNotification').valid());
    const list = await t.app.inject({ url: '/api/inquiries', headers: t.admin.headers });
    urls.updateInquiry = `/api/inquiries/${list.json()[0].id}`;
    urls.updateEmployee = `/api/employees/${await employeeOf(t, t.employee.userId)}`;
    const damage = await send('createDamage', wireOf('createDamage').valid());
    urls.updateDamage = `/api/damages/${damage.json().damage_id}`;
    const given = documentsOf(() => t);
    // The first one: that is what is reminded of.
    urls.updateTraining = `/api/training/files/${await given.document('training')}`;
    urls.updateSettlements = `/api/settlements/files/${await given.document('settlements')}`;
    urls.updateReports = `/api/reports/files/${await given.document('reports')}`;
    urls.updateEmployeeFile = `/api/employee-files/${await given.employeeFile()}`;
    urls.setSubmissionStatus = `/api/employee-files/${await given.submission()}/status`;
    urls.updatePost = `${postsUrl}/${await postsOf(() => t).add()}`;
    urls.react = `${urls.updatePost}/reactions`;
    const store = storeOf(() => t);
    const item = await store.add();
    urls.updateProduct = `${storeUrl}/${item}`;
    urls.placeOrder = `${storeUrl}/${item}/orders`;
    urls.updateOrder = `${storeUrl}/orders/${await store.ordered(item)}/status`;
    urls.publishDrop = `/api/settlements/drops/${(await given.dropFile()).drop}/publish`;
  });
  afterEach(async () => {
    expect((await t.app.inject('/healthz')).statusCode).toBe(200);
  });
  afterAll(() => t.close());

  function endpointOf(name: string): Endpoint {
    const found = withBody.find((endpoint) => endpoint.name === name);
    if (!found) throw new Error(name);
    return found;
  }

  function send(name: string, body: unknown, headers = {}): Promise<LightMyRequestResponse> {
    return t.app.inject({
      method: endpointOf(name).method,
      url: urls[name] ?? endpointOf(name).path,
      payload: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...t.admin.headers, ...headers },
    });
  }

  async function leavesNothing(work: () => Promise<void>): Promise<void> {
    const before = await footprint(t);
    await work();
    expect(await footprint(t)).toEqual(before);
  }

  describe.each(cases)('%s', (name) => {
    const { valid, fields } = wireOf(name);

    test('each wrong value of each field is 400 in words and stores nothing', async () => {
      await leavesNothing(async () => {
        for (const [key, label, value] of refusedValues(name)) {
          const about = `${name}.${key} ${label}`;
          const answer = await send(name, { ...valid(), [key]: value });
          expectRefusal(answer, about);
          expect(answer.statusCode, about).toBe(400);
          const named = Object.keys(answer.json().fields).map((path) => path.split('.')[0]);
          expect([...new Set(named)], about).toEqual([key]);
        }
      });
    });

    test('each value at its limit is taken', async () => {
      for (const [key, label, value] of takenValues(name)) {
        const body: Record<string, unknown> = { ...valid(), [key]: value };
        if (key !== 'version') delete body.version;
        if (key !== 'employee_version') delete body.employee_version;
        if (name === 'createEmployee') {
          body.user_id = (await send('createUser', wireOf('createUser').valid())).json().user_id;
        }
        const answer = await send(name, body);
        expect(answer.statusCode, `${name}.${key} ${label}: ${answer.body}`).toBe(
          endpointOf(name).status,
        );
      }
    });

    test('any JSON in any field is taken or refused, never a fault', async () => {
      const property = fc.asyncProperty(
        fc.constantFrom(...Object.keys(fields)),
        anyJson,
        async (key, value) => {
          const before = await footprint(t);
          const body = { ...valid(), [key]: value };
          const answer = await send(name, body);
          if (answer.statusCode < 300 || (name === 'login' && answer.statusCode === 401)) return;
          // A version that fits the form may still be a stale one.
          if (answer.statusCode === 409) return;
          expectRefusal(answer, JSON.stringify({ [key]: value }));
          expect(await footprint(t)).toEqual(before);
        },
      );
      await fc.assert(property, rounds(12));
    });

    test('a body that is no object of JSON is refused', async () => {
      const text = JSON.stringify(valid());
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
        ['too large', 413, JSON.stringify({ ...valid(), surplus: 'x'.repeat(256 * 1024) })],
        ['plain text', 415, text, { 'content-type': 'text/plain' }],
        ['a form', 415, 'a=b', { 'content-type': 'application/x-www-form-urlencoded' }],
        ['XML', 415, '<a/>', { 'content-type': 'application/xml' }],
        ['no kind', 415, text, { 'content-type': 'json' }],
        ['compressed', 400, Buffer.from([0x1f, 0x8b, 8]), { 'content-encoding': 'gzip' }],
      ];
      if (!endpointOf(name).upload) {
        const { payload, headers } = multipartOf([{ name: 'username', value: 'x' }]);
        bodies.push(['multipart', 415, payload, headers]);
      }
      await leavesNothing(async () => {
        for (const [label, status, body, headers] of bodies) {
          const answer = await send(name, body, headers);
          expectRefusal(answer, `${name} ${label}`);
          expect(answer.statusCode, `${name} ${label}: ${answer.body}`).toBe(status);
        }
        const none = await t.app.inject({
          method: endpointOf(name).method,
          url: urls[name] ?? '',
          headers: t.admin.headers,
        });
        expectRefusal(none, `${name} without a body`);
        expect(none.statusCode, `${name} without a body`).toBe(400);
      });
      expect(({} as Record<string, unknown>).role).toBeUndefined();
    });

    test('any bytes as a body are refused', async () => {
      await leavesNothing(async () => {
        const body = fc.oneof(
          fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
          anyText.map((text) => `{"${text}"`),
          fc.tuple(fc.nat(200), anyText).map(([at, inside]) => {
            const text = JSON.stringify(valid());
            return `${text.slice(0, at % text.length)}${inside}\u0001`;
          }),
        );
        const property = fc.asyncProperty(body, async (bytes) => {
          expectRefusal(await send(name, bytes), bytes.toString());
        });
        await fc.assert(property, rounds(20));
      });
    });
  });
});
