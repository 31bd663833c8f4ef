import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rounds, typedText } from './arbitraries/hostile.ts';
import { rightCalls } from './arbitraries/right-calls.ts';
import { wires } from './arbitraries/wire.ts';
import type { FieldRule } from './arbitraries/wire-rules.ts';
import { startApp, type TestApp } from './harness/app.ts';
import { onBothDatabases } from './harness/databases.ts';
import { documentsOf, formOf } from './harness/documents.ts';
import { employeeOf } from './harness/employees.ts';
import { multipartOf } from './harness/multipart.ts';
import { itemForm, storeOf } from './harness/store.ts';

/** Never answered: read by programs only, or by the ledger. */
const hidden = ['recaptchaToken', 'fax_number', 'reason'];

/** What people may type into the text fields of a call. */
function typedFields(fields: Record<string, FieldRule>) {
  const texts = Object.entries(fields).flatMap(([key, rule]) =>
    rule.kind === 'line' || rule.kind === 'text'
      ? [[key, typedText(rule.max).filter((text) => !rule.required || text.trim() !== '')] as const]
      : [],
  );
  return fc.record(Object.fromEntries(texts));
}

const asLine = (text: string) => text.replace(/\r\n?/g, '\n').trim();

function asStored(text: string, rule: FieldRule | undefined): string {
  return rule?.kind === 'line' ? asLine(text) : text.replace(/\r\n?/g, '\n');
}

function expected(
  name: string,
  typed: Record<string, string>,
  shown: readonly string[],
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(typed)
      .filter(([key]) => !hidden.includes(key) || shown.includes(key))
      .map(([key, text]) => [key, asStored(text, wires[name]?.fields[key])]),
  );
}

onBothDatabases('what is typed comes back', (engine) => {
  let t: TestApp;
  beforeAll(async () => {
    t = await startApp(engine);
  });
  afterAll(() => t.close());

  const newest = async (url: string) =>
    (await t.app.inject({ url: `${url}?limit=1`, headers: t.admin.headers })).json()[0];

  async function comesBack(
    name: string,
    send: (body: Record<string, unknown>) => Promise<{ statusCode: number; body: string }>,
    read: (answer: { body: string }) => Promise<unknown>,
    shown: readonly string[] = [],
  ): Promise<void> {
    const { valid, fields } = wires[name] ?? { valid: () => ({}), fields: {} };
    const property = fc.asyncProperty(typedFields(fields), async (typed) => {
      const answer = await send({ ...valid(), ...typed });
      expect(answer.statusCode, answer.body).toBeLessThan(300);
      expect(await read(answer)).toMatchObject(expected(name, typed, shown));
    });
    await fc.assert(property, rounds(30));
  }

  test('a job, posted and changed', async () => {
    const send = (method: 'POST' | 'PUT', url: string) => (payload: Record<string, unknown>) =>
      t.app.inject({ method, url, payload, headers: t.admin.headers });
    const job = async (id: number) => (await t.app.inject(`/api/careers/${id}`)).json();
    await comesBack('createJob', send('POST', '/api/careers'), ({ body }) =>
      job(JSON.parse(body).id),
    );
    const { id } = (await send('POST', '/api/careers')(wires.createJob?.valid() ?? {})).json();
    await comesBack(
      'updateJob',
      ({ version: _, ...change }) => send('PUT', `/api/careers/${id}`)(change),
      () => job(id),
    );
  });

  test('an inquiry and its note', async () => {
    await comesBack(
      'sendInquiry',
      (payload) => t.app.inject({ method: 'POST', url: '/api/inquiry', payload }),
      () => newest('/api/inquiries'),
    );
    const { id } = await newest('/api/inquiries');
    await comesBack(
      'updateInquiry',
      ({ version: _, ...payload }) =>
        t.app.inject({
          method: 'PUT',
          url: `/api/inquiries/${id}`,
          payload,
          headers: t.admin.headers,
        }),
      () => newest('/api/inquiries'),
    );
  });

  test('a damage, added and changed', async () => {
    await employeeOf(t, t.employee.userId);
    const send = (method: 'POST' | 'PUT', url: string) => (payload: Record<string, unknown>) =>
      t.app.inject({ method, url, payload, headers: t.admin.headers });
    const read = () => newest('/api/damages');
    await comesBack('createDamage', send('POST', '/api/damages'), read);
    const { damage_id } = await read();
    await comesBack(
      'updateDamage',
      ({ version: _, ...change }) => send('PUT', `/api/damages/${damage_id}`)(change),
      read,
    );
  });

  test('a post, added and changed', async () => {
    const send = (method: 'POST' | 'PUT', url: string) => (payload: Record<string, unknown>) =>
      t.app.inject({ method, url, payload, headers: t.admin.headers });
    const read = () => newest('/api/spotlight/posts');
    await comesBack('createPost', send('POST', '/api/spotlight/upload'), read);
    const { id } = await read();
    await comesBack(
      'updatePost',
      ({ version: _, ...change }) => send('PUT', `/api/spotlight/posts/${id}`)(change),
      read,
    );
  });

  test('an item of the store, added and changed, and what is written beside an order', async () => {
    const { call, add, orders, products } = storeOf(() => t);
    const picture = wires.createProduct?.file?.();
    const read = async () => (await products('?limit=1'))[0];
    const typed = typedText(120).filter((text) => text.trim() !== '');
    const property = fc.asyncProperty(typed, typed, async (title, description) => {
      const form = itemForm({ ...wires.createProduct?.valid(), title, description }, picture);
      const answer = await call('POST', '/upload', t.admin, form);
      expect(answer.statusCode, answer.body).toBe(201);
      expect(await read()).toMatchObject(expected('createProduct', { title, description }, []));
    });
    // Few: each writes a picture anew.
    await fc.assert(property, rounds(2));
    const id = await add();
    const change = ({ version: _, ...body }: object & { version?: unknown }) =>
      call('PUT', `/${id}`, t.admin, body);
    await comesBack('updateProduct', change, read);
    await comesBack(
      'placeOrder',
      (body) => call('POST', `/${id}/orders`, t.employee, body),
      async () => (await orders('?limit=1'))[0],
    );
  });

  test('a testimonial, put right', async () => {
    const url = String((await rightCalls.updateTestimonial?.(t))?.url);
    await comesBack(
      'updateTestimonial',
      ({ version: _, ...payload }) =>
        t.app.inject({ method: 'PUT', url, payload, headers: t.admin.headers }),
      () => newest('/api/testimonials'),
    );
  });

  test('a user and an employee, added and changed', async () => {
    const call = (method: 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
      t.app.inject({ method, url, headers: t.admin.headers, ...(payload && { payload }) });
    const found = async (list: string, key: string, id: unknown) => {
      const rows = (await t.app.inject({ url: list, headers: t.admin.headers })).json();
      return rows.find((row: Record<string, unknown>) => row[key] === id);
    };
    const add = (payload: object) => call('POST', '/api/users', payload);
    const user = async ({ body }: { body: string }) => {
      const { user_id } = JSON.parse(body);
      const row = await found('/api/users', 'user_id', user_id);
      // The next one may have the same name.
      await call('DELETE', `/api/users/${user_id}`);
      return row;
    };
    await comesBack('createUser', add, user);
    const fresh = async () => (await add(wires.createUser?.valid() ?? {})).json().user_id;
    await comesBack(
      'createEmployee',
      async (payload) => call('POST', '/api/employees', { ...payload, user_id: await fresh() }),
      ({ body }) => found('/api/employees', 'employee_id', JSON.parse(body).employee_id),
    );
    const user_id = await fresh();
    const employee_id = await employeeOf(t, user_id);
    await comesBack(
      'updateUser',
      ({ version: _, employee_version: __, ...change }) =>
        call('PUT', `/api/users/${user_id}`, change),
      () => found('/api/users', 'user_id', user_id),
    );
    await comesBack(
      'updateEmployee',
      ({ version: _, ...change }) => call('PUT', `/api/employees/${employee_id}`, change),
      () => found('/api/employees', 'employee_id', employee_id),
    );
  });

  test('an application, as JSON and as multipart', async () => {
    const url = '/api/application';
    const read = () => newest('/api/applications');
    const asJson = (payload: object) => t.app.inject({ method: 'POST', url, payload });
    await comesBack('sendApplication', asJson, read);
    const asMultipart = (body: Record<string, unknown>) => {
      const parts = Object.entries(body).map(([name, value]) => ({ name, value: String(value) }));
      return t.app.inject({ method: 'POST', url, ...multipartOf(parts) });
    };
    await comesBack('sendApplication', asMultipart, read);
  });

  test('the name of a document, when it is uploaded, changed and published', async () => {
    const given = documentsOf(() => t);
    const user_ids = [t.employee.userId];
    const names = typedText(200).filter((text) => text.trim() !== '');
    const first = async (url: string) => (await given.read<Record<string, unknown>[]>(url))[0];
    const change = (url: string, file_name: string) =>
      t.app.inject({
        method: 'PUT',
        url,
        payload: { user_ids, file_name },
        headers: t.admin.headers,
      });
    const property = fc.asyncProperty(names, names, async (name, other) => {
      const id = await given.document('reports', { file_name: name });
      expect(await first('/api/reports/files')).toMatchObject({ file_name: asLine(name) });
      await change(`/api/reports/files/${id}`, other);
      expect(await first('/api/reports/files')).toMatchObject({ file_name: asLine(other) });

      const form = await given.employeeFile({ file_name: name });
      expect(await first('/api/employee-files/files')).toMatchObject({ file_name: asLine(name) });
      await change(`/api/employee-files/${form}`, other);
      expect(await first('/api/employee-files/files')).toMatchObject({ file_name: asLine(other) });

      const { drop, file } = await given.dropFile();
      const entries = [{ drop_file_id: file, user_id: t.employee.userId, file_name: name }];
      const published = await t.app.inject({
        method: 'POST',
        url: `/api/settlements/drops/${drop}/publish`,
        payload: { entries },
        headers: t.admin.headers,
      });
      expect(published.statusCode, published.body).toBe(200);
      expect(await first('/api/settlements/files')).toMatchObject({ file_name: asLine(name) });
    });
    await fc.assert(property, rounds(10));
  });

  test('what is written beside a file, without the space around it', async () => {
    const given = documentsOf(() => t);
    const typed = typedText(4000);
    const property = fc.asyncProperty(typed, async (content) => {
      const form = formOf({ content, clientId: randomUUID() });
      const sent = await given.post(`/api/messages/${t.employee.userId}/files`, form);
      expect(sent.statusCode, sent.body).toBe(201);
      const [last] = await given.read<unknown[]>(`/api/messages/${t.employee.userId}?limit=1`);
      expect(last).toEqual(sent.json().sent);
      expect(last).toMatchObject({ content: asLine(content) });
    });
    await fc.assert(property, rounds(10));
  });

  test('why a version was rejected', async () => {
    const given = documentsOf(() => t);
    const assignment = await given.assignment();
    const list = `/api/employee-files/${assignment}/submissions`;
    const sent = await given.post(list, formOf(), t.employee);
    const url = `/api/employee-files/${sent.json().submission_id}/status`;
    await comesBack(
      'setSubmissionStatus',
      (payload) => t.app.inject({ method: 'PUT', url, payload, headers: t.admin.headers }),
      async () => (await given.read<unknown[]>(list, t.employee))[0],
      ['reason'],
    );
  });

  test('keys are taken in snake_case and in camelCase', async () => {
    const camel = (key: string) => key.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase());
    const snake = (key: string) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    const under = (spell: (key: string) => string, body: object) =>
      Object.fromEntries(Object.entries(body).map(([key, value]) => [spell(key), value]));
    const inquiry = wires.sendInquiry?.valid() ?? {};
    const payload = under(camel, inquiry);
    const sent = await t.app.inject({ method: 'POST', url: '/api/inquiry', payload });
    expect(sent.statusCode, sent.body).toBe(201);
    expect(await newest('/api/inquiries')).toMatchObject(inquiry);
    const job = wires.createJob?.valid() ?? {};
    const posted = await t.app.inject({
      method: 'POST',
      url: '/api/careers',
      payload: under(snake, job),
      headers: t.admin.headers,
    });
    expect((await t.app.inject(`/api/careers/${posted.json().id}`)).json()).toMatchObject(job);
  });
});
