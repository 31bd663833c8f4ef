/**
 * Values that must not reach others: an employee's records (SEC3), passwords (SEC9) and an applicant's answers
 * (SEC22). Each has a marker that is searched for in responses, the log, the metrics and mails.
 */
import { Writable } from 'node:stream';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { receiptKinds } from '#contract/receipts.ts';
import type { Endpoint } from '#contract/wire/endpoint.ts';
import { endpoints } from '#contract/wire/endpoints.ts';
import { Passwords } from '#server/platform/accounts/passwords.ts';
import { serveMetrics } from '#server/platform/telemetry/metrics.ts';
import { fieldsOfBody, textFields } from './fixtures/payload-specs.ts';
import { injectOptions, send, type ValidRequest } from './fixtures/requests.ts';
import { type Body, fill, sampleBody } from './fixtures/sample-bodies.ts';
import { createId, validRequest } from './fixtures/valid-requests.ts';
import { startApp, type TestApp, type TestPerson } from './harness/app.ts';
import { formOf } from './harness/documents.ts';
import { employeeFilesOf } from './harness/employee-files.ts';
import { employeeOf } from './harness/employees.ts';
import { freePort } from './harness/free-port.ts';
import { writeFrom } from './harness/messages.ts';
import { formBody, pdfOf } from './harness/multipart.ts';
import { ownedFilesOf } from './harness/owned-files.ts';
import { makeOrder, makeProduct } from './records/store-and-news.ts';

/** In every text of the owner's records, of the applicant's answers, and in every password. */
const marker = { owner: 'zyowner', applicant: 'zyapplicant', password: 'Zypassword' };

let t: TestApp;
/** Every log line, at the finest level. */
let log = '';
let metrics: { url: string; close: () => void };
/** Every response of this file, with the one who got it. */
const responses: { by: TestPerson | null; url: string; text: string }[] = [];
let owner: TestPerson;
let other: TestPerson;

beforeAll(async () => {
  const sink = new Writable({
    write(chunk, _encoding, done) {
      log += chunk;
      done();
    },
  });
  const port = await freePort();
  t = await startApp('sqlite', {
    config: { metricsPort: port },
    log: pino({ level: 'trace' }, sink),
  });
  const server = await serveMetrics(t.ctx);
  metrics = { url: `http://127.0.0.1:${port}/metrics`, close: () => server?.close() };
  owner = await t.person(`${marker.owner} one`, 'employee');
  other = await t.person('other', 'employee');
}, 60_000);
afterAll(async () => {
  metrics.close();
  await t.close();
});

async function call(
  options: InjectOptions & { url: string },
  by: TestPerson | null,
): Promise<LightMyRequestResponse> {
  const response = await t.app.inject(options);
  const text = `${JSON.stringify(response.headers)}\n${response.body}`;
  responses.push({ by, url: options.url, text });
  return response;
}

const ok = (response: LightMyRequestResponse) => {
  expect(response.statusCode, response.body).toBeLessThan(300);
  return response;
};

/** Records of every kind that belong to the owner; returns their ids and keys. */
async function createOwned(): Promise<{ ids: number[]; keys: string[] }> {
  const text = `${marker.owner} text`;
  const names = { first_name: `${marker.owner} A`, last_name: `${marker.owner} B` };
  const employee_id = await employeeOf(t, owner.userId, names);
  await employeeOf(t, other.userId, { first_name: 'Otto', last_name: 'Her' });
  const changes = { department: text, position: text, pto_hours: 12, work_hours: 7 };
  ok(await send(t, 'PUT', `/api/employees/${employee_id}`, t.admin, changes));
  const damage_id = await createId(t, 'createDamage', { employee_id, damage_description: text });
  const files = ownedFilesOf(() => t);
  const [ids, keys]: [number[], string[]] = [[owner.userId, employee_id, damage_id], []];
  for (const kind of receiptKinds) {
    const file = await files.give(kind, [owner]);
    const file_name = `${text} ${kind}.pdf`;
    const path = kind === 'employee-files' ? `/api/${kind}` : `/api/${kind}/files`;
    ok(
      await send(
        t,
        'PUT',
        `${path}/${file}`,
        t.admin,
        formBody({ file_name, user_ids: [owner.userId] }),
      ),
    );
    ids.push(file);
    keys.push(await files.keyOf(file));
    // Shared with the other one, who must not see with whom.
    await files.give(kind, [owner, other]);
  }
  const office = employeeFilesOf(() => t);
  const returned = await office.assignFile([owner], text);
  const assignment = await office.assignmentOf(returned, owner);
  ok(await office.trySubmit(assignment, owner, formOf({}, pdfOf(text), `${text}.pdf`)));
  const [version] = await office.versions(assignment);
  ok(await office.review(version?.submission_id ?? 0, 'Rejected', text));
  const { id: message } = (await writeFrom(t, owner, t.admin, text)).message;
  const order = await makeOrder(t, await makeProduct(t, { stock: 9 }), owner, { note: text });
  keys.push(
    await files.waiting(owner),
    await files.license(owner),
    await files.write(owner, t.admin),
    version?.submitted_url ?? '',
  );
  return { ids: [...ids, returned, assignment, version?.submission_id ?? 0, message, order], keys };
}

/** All values of `assigned_user_ids` in a reply. */
function assignedIds(value: unknown): number[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === 'assigned_user_ids' ? (inner as number[]) : assignedIds(inner),
  );
}

/** The request, and the same with the owner's ids and keys in each place that takes one. */
function variantsOf(
  { path, query }: Endpoint,
  request: ValidRequest,
  ids: readonly number[],
  keys: readonly string[],
): Pick<ValidRequest, 'url' | 'query'>[] {
  const urls = path.includes('{')
    ? [...new Set(ids)].map((id) => path.replace(/\{\w+\}/, String(id)))
    : [];
  const names = Object.keys((query as z.ZodMiniObject | undefined)?.shape ?? {});
  const valuesOf = (name: string) => {
    if (name === 'path' || name === 'key') return keys;
    if (name.endsWith('_id')) return [...new Set(ids)].map(String);
    return [name === 'q' || name === 'action' ? marker.owner : 'all'];
  };
  const queries = names.flatMap((name) => valuesOf(name).map((value) => ({ [name]: value })));
  const { url, query: own } = request;
  return [
    ...[url, ...urls].map((each) => ({ url: each, query: own })),
    ...queries.map((each) => ({ url, query: each })),
  ];
}

test("an employee's records never occur in a response to another or to a visitor (SEC3)", async ({
  annotate,
}) => {
  const { ids, keys } = await createOwned();
  const own = await t.app.inject({ url: '/api/damages', headers: owner.headers });
  expect(own.body, 'the marker is in responses to the owner').toContain(marker.owner);
  const listed: number[] = [];
  let calls = 0;
  // Calls of admins refuse others before they read anything (SEC1).
  const open = endpoints.filter(({ name, access }) => name !== 'logout' && access !== 'admin');
  for (const endpoint of open) {
    const request = await validRequest(t, endpoint.name);
    for (const by of [other, null]) {
      // Only the other employee has a token with which an id could lead anywhere.
      const variants = by ? variantsOf(endpoint, request, ids, keys) : [request];
      for (const { url, query } of variants) {
        const options = injectOptions({ ...request, url, query: query ?? {} }, by);
        const response = await call({ ...options, url }, by);
        calls += 1;
        expect(response.statusCode, `${endpoint.name} ${response.body}`).toBeLessThan(500);
        if (by && /^application\/json/.test(String(response.headers['content-type']))) {
          listed.push(...assignedIds(response.json()));
        }
      }
    }
  }
  const seen = responses.filter(
    ({ by, text }) => by !== t.admin && text.toLowerCase().includes(marker.owner),
  );
  expect(seen).toEqual([]);
  expect(new Set(listed)).toEqual(new Set([other.userId]));
  await annotate(`${calls} calls as another employee and a visitor: 0 markers`, 'measured');
});

test("an applicant's answers reach admins only, never the log, the metrics or a mail (SEC22)", async () => {
  const fields = textFields(fieldsOfBody('sendApplication'));
  const typed = Object.fromEntries(
    Object.keys(fields).map((key) => [key, `${marker.applicant} ${key}`]),
  );
  const row = (of: string[]) =>
    Object.fromEntries(of.map((key) => [key, `${marker.applicant} ${key}`]));
  const email = `${marker.applicant}@example.com`;
  const answers: Body = {
    ...fill('sendApplication', sampleBody('sendApplication'), typed),
    email,
    workExperiences: [row(['company', 'position', 'description'])],
    references: [{ ...row(['first_name', 'last_name', 'phone', 'relationship']), email }],
  };
  const resume = {
    name: 'resume',
    value: pdfOf(marker.applicant),
    filename: `${marker.applicant}.pdf`,
  };
  const post = (body: Body) => {
    const form = formBody(body, resume);
    return call({ method: 'POST', url: '/api/application', ...form }, null);
  };
  const { id } = ok(await post(answers)).json();
  // Refused ones too: an error must not repeat what was typed.
  const refused = await post({
    ...answers,
    state: '',
    email: `not an address ${marker.applicant}`,
  });
  expect(refused.statusCode).toBe(400);
  const list = ok(await call({ url: '/api/applications', headers: t.admin.headers }, t.admin));
  for (const key of Object.keys(fields)) expect(list.body).toContain(`${marker.applicant} ${key}`);
  const [mine] = list.json().filter((one: { id: number }) => one.id === id);
  expect(list.headers['cache-control']).toBe('no-store');
  const queries = { path: mine.resume_path, key: mine.resume_path };
  for (const { name, method, path } of endpoints) {
    if (name === 'logout' || name === 'sendApplication') continue;
    const url = path.replace(/\{\w+\}/, String(id));
    for (const by of [t.employee, other, null]) {
      const response = await call({ method, url, query: queries, headers: { ...by?.headers } }, by);
      expect(response.statusCode, name).toBeLessThan(500);
    }
  }
  for (const [method, url] of [
    ['POST', `/api/applications/${id}/open`],
    ['GET', `/api/applications/${id}/applicant`],
    ['DELETE', `/api/application/${id}`],
  ] as const) {
    await call({ method, url, headers: t.admin.headers }, t.admin);
  }
  const notAdmins = responses.filter(({ by, text }) => {
    return by?.userId !== t.admin.userId && text.toLowerCase().includes(marker.applicant);
  });
  expect(notAdmins).toEqual([]);
  expect(log.toLowerCase()).not.toContain(marker.applicant);
  const measured = await (await fetch(metrics.url)).text();
  expect(measured).toContain('"/api/application"');
  expect(measured.toLowerCase()).not.toContain(marker.applicant);
  const mails = await t.ctx.db.selectFrom('outbox').selectAll().execute();
  expect(JSON.stringify(mails).toLowerCase()).not.toContain(marker.applicant);
  const notes = await t.ctx.db.selectFrom('notifications').selectAll().execute();
  expect(JSON.stringify(notes).toLowerCase()).not.toContain(marker.applicant);
  // An empty log would be clean, too.
  expect(log.split('\n').length).toBeGreaterThan(100);
});

test('a password is stored as Argon2id, and neither it nor its hash occurs in a response or the log (SEC9)', async () => {
  const usual = t.ctx.passwords;
  t.ctx.passwords = new Passwords();
  const from = responses.length;
  let count = 0;
  const next = () => {
    count += 1;
    return `${marker.password} ${count} long enough`;
  };
  const sent = (request: ValidRequest) =>
    call({ ...injectOptions(request), url: request.url }, request.by);
  // Every call that takes one: some accept it, the others say what is wrong.
  for (const { name } of endpoints.filter(({ body }) => body)) {
    const secrets = Object.entries(fieldsOfBody(name)).filter(([, { kind }]) =>
      ['password', 'secret'].includes(kind),
    );
    for (const text of secrets.length > 0 ? [next(), next().repeat(20), next().slice(0, 7)] : []) {
      const given = Object.fromEntries(secrets.map(([key]) => [key, text]));
      await sent(await validRequest(t, name, given));
    }
  }
  const account = await validRequest(t, 'createUser', { password: next() });
  const { user_id } = ok(await sent(account)).json();
  const { username, password } = account.body ?? {};
  const login = await validRequest(t, 'login', { username, password });
  const { token } = ok(await sent(login)).json();
  const driver = { ...other, headers: { authorization: `Bearer ${token}` } };
  const change = await validRequest(t, 'changePassword', {
    ...{ old_password: password, new_password: next() },
  });
  ok(await sent({ ...change, by: driver }));
  // As a name, in broken JSON, in the URL, in a header.
  await sent(await validRequest(t, 'login', { username: next() }));
  const json = { 'content-type': 'application/json' };
  const broken = `{"username":"x","password":"${next()}`;
  await call({ method: 'POST', url: '/api/login', headers: json, payload: broken }, null);
  await call({ url: `/api/user?password=${encodeURIComponent(next())}` }, null);
  await call({ url: '/api/user', headers: { authorization: `Basic ${next()}` } }, null);
  for (const url of ['/api/users', '/api/user', '/api/audit', '/api/sessions']) {
    await call({ url, headers: t.admin.headers }, t.admin);
  }
  t.ctx.passwords = usual;

  const users = () => t.ctx.db.selectFrom('users').selectAll();
  const { password_hash } = await users().where('user_id', '=', user_id).executeTakeFirstOrThrow();
  const [, memory, time, lanes] =
    /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$/.exec(password_hash)?.map(Number) ?? [];
  expect([memory, time, lanes].map((value) => value ?? 0)).toEqual([
    expect.toSatisfy((kibibytes) => kibibytes >= 19 * 1024),
    expect.toSatisfy((passes) => passes >= 2),
    1,
  ]);
  const all = await users().execute();
  expect(all.filter((row) => !row.password_hash.startsWith('$argon2id$'))).toEqual([]);
  const found = responses
    .slice(from)
    .filter(({ text }) => text.includes(marker.password) || text.includes('$argon2'));
  expect(found).toEqual([]);
  for (const { text } of responses) {
    for (const row of all) expect(text).not.toContain(row.password_hash);
  }
  expect(log).not.toContain(marker.password);
  expect(log).not.toContain('$argon2');
  for (const table of ['audit', 'outbox', 'idempotency_keys', 'notifications'] as const) {
    const rows = JSON.stringify(await t.ctx.db.selectFrom(table).selectAll().execute());
    expect(rows, table).not.toContain(marker.password);
    expect(rows, table).not.toContain('$argon2');
  }
});
