import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { planted, type Row, surplusOf } from './arbitraries/surplus.ts';
import { wires } from './arbitraries/wire.ts';
import { startApp, type TestApp } from './harness/app.ts';
import { onBothDatabases } from './harness/databases.ts';
import { employeeOf } from './harness/employees.ts';
import { itemForm, storeOf } from './harness/store.ts';

/** SEC5: whatever a caller sends, only the fields of the contract are written. */
onBothDatabases('mass assignment', (engine) => {
  let t: TestApp;
  beforeAll(async () => {
    t = await startApp(engine);
    await employeeOf(t, t.employee.userId);
  });
  afterAll(() => t.close());

  async function rows(table: string): Promise<Row[]> {
    const order =
      { users: 'user_id', employees: 'employee_id', damages: 'damage_id' }[table] ?? 'id';
    const query = sql<Row>`select * from ${sql.table(table)} order by ${sql.ref(order)}`;
    return (await query.execute(t.ground.db)).rows;
  }

  const surplus = (name: string, table: string) => surplusOf(t, name, [table]);

  async function send(method: 'POST' | 'PUT', url: string, payload: Row): Promise<void> {
    const answer = await t.app.inject({ method, url, payload, headers: t.admin.headers });
    expect(answer.statusCode, answer.body).toBeLessThan(300);
  }

  test.each([
    ['createJob', 'jobs', '/api/careers'],
    ['sendInquiry', 'inquiries', '/api/inquiry'],
    ['sendApplication', 'applications', '/api/application'],
    ['signup', 'users', '/api/signup'],
    ['createDamage', 'damages', '/api/damages'],
    ['createUser', 'users', '/api/users'],
    ['createPost', 'posts', '/api/spotlight/upload'],
  ])('%s stores none of the columns that are not its own', async (name, table, url) => {
    const { columns, body } = await surplus(name, table);
    expect(columns.length).toBeGreaterThan(2);
    await send('POST', url, { ...body, ...wires[name]?.valid() });
    const stored = (await rows(table)).at(-1) ?? {};
    for (const column of columns) {
      expect(Object.values(planted), column).not.toContain(stored[column]);
    }
    expect(stored).toMatchObject(
      {
        jobs: { version: 1 },
        inquiries: { version: 1, status: 'new', flagged: 0, note: '' },
        damages: { version: 1, employee_id: 1, amount_cents: 30 },
        posts: { version: 1, image_key: null, created_by: t.admin.userId },
        applications: { job_id: null, position: null, resume_path: null },
        users: { user_role: 'employee', token_version: 1, version: 1, closed_at: null },
      }[table] ?? {},
    );
  });

  test.each([
    ['updateJob', 'jobs', '/api/careers', 'createJob', { position: 'Changed' }],
    ['updateInquiry', 'inquiries', '/api/inquiries', 'sendInquiry', { note: 'Changed' }],
    ['updateUser', 'users', '/api/users', 'createUser', { phone_number: 'Changed' }],
    ['updateDamage', 'damages', '/api/damages', 'createDamage', { driver_name: 'Changed' }],
    ['updatePost', 'posts', '/api/spotlight/posts', 'createPost', { title: 'Changed' }],
  ])(
    '%s changes only what it names, of that record alone',
    async (name, table, url, create, change) => {
      const elsewhere: Record<string, string> = {
        sendInquiry: '/api/inquiry',
        createPost: '/api/spotlight/upload',
      };
      const createUrl = elsewhere[create] ?? url;
      for (const _ of [1, 2]) await send('POST', createUrl, wires[create]?.valid() ?? {});
      const before = await rows(table);
      const { body } = await surplus(name, table);
      const target = before.at(-2) ?? {};
      await send('PUT', `${url}/${target.id ?? target.damage_id ?? target.user_id}`, {
        ...body,
        ...change,
      });
      const wanted = { ...target, ...change, version: Number(target.version) + 1 };
      expect(await rows(table)).toEqual(before.map((row) => (row === target ? wanted : row)));
    },
  );

  test('an employee is that user’s, with the hours that the ledger says', async () => {
    for (const _ of [1, 2]) await send('POST', '/api/users', wires.createUser?.valid() ?? {});
    const users = (await rows('users')).slice(-2).map((user) => user.user_id);
    const made = await surplus('createEmployee', 'employees');
    for (const user_id of users) {
      const own = { ...wires.createEmployee?.valid(), user_id };
      await send('POST', '/api/employees', { ...made.body, ...own });
    }
    const before = await rows('employees');
    const [target = {}] = before.slice(-2);
    expect(target).toMatchObject({ user_id: users[0], pto_hundredths: 8025, version: 1 });
    for (const column of made.columns) expect(Object.values(planted)).not.toContain(target[column]);
    const changed = await surplus('updateEmployee', 'employees');
    const url = `/api/employees/${target.employee_id}`;
    await send('PUT', url, { ...changed.body, last_name: 'Changed' });
    const wanted = { ...target, last_name: 'Changed', version: 2 };
    expect(await rows('employees')).toEqual(before.map((row) => (row === target ? wanted : row)));
  });

  test('an item of the store and an order are what was named, of that record and that person alone', async () => {
    const { add, call, ordered, set } = storeOf(() => t);
    const made = await surplus('createProduct', 'products');
    const picture = wires.createProduct?.file?.();
    const form = itemForm({ ...made.body, ...wires.createProduct?.valid() }, picture);
    const added = await call('POST', '/upload', t.admin, form);
    expect(added.statusCode, added.body).toBe(201);
    const of = await add();
    const items = await rows('products');
    const item = items.at(-2) ?? {};
    expect(item).toMatchObject({ title: 'Cap', price_cents: 1450, stock: 12, version: 1 });
    for (const column of made.columns) expect(Object.values(planted)).not.toContain(item[column]);
    const changed = await surplus('updateProduct', 'products');
    await send('PUT', `/api/store/${item.id}`, { ...changed.body, title: 'Changed' });
    const wanted = { ...item, title: 'Changed', version: 2 };
    expect(await rows('products')).toEqual(items.map((row) => (row === item ? wanted : row)));

    const placed = await surplus('placeOrder', 'orders');
    for (const _ of [1, 2]) await ordered(of, t.employee, placed.body);
    const before = await rows('orders');
    const order = before.at(-2) ?? {};
    expect(order).toMatchObject({
      ...{ product_id: of, user_id: t.employee.userId, title: 'Cap', price_cents: 1450 },
      ...{ quantity: 1, status: 'open', handled_by: null, version: 1 },
    });
    for (const column of placed.columns)
      expect(Object.values(planted)).not.toContain(order[column]);
    const surplusOfStatus = await surplus('updateOrder', 'orders');
    const answer = await set(Number(order.id), 'ready', t.admin, surplusOfStatus.body);
    expect(answer.statusCode, answer.body).toBe(200);
    const ready = {
      ...{ ...order, status: 'ready', version: 2, handled_by: t.admin.userId },
      updated_at: expect.stringMatching(/^20.*Z$/),
    };
    expect(await rows('orders')).toEqual(before.map((row) => (row === order ? ready : row)));
  });

  test('the rows of an application belong to it alone', async () => {
    const company = `Yard ${randomUUID()}`;
    const row = { id: 1, application_id: 1, company, position: 'Driver' };
    await send('POST', '/api/application', {
      ...wires.sendApplication?.valid(),
      workExperiences: [{ ...row, id: planted.number, application_id: planted.number }],
    });
    const stored = (await rows('work_experiences')).at(-1);
    const application = (await rows('applications')).at(-1);
    expect(stored).toMatchObject({ company, application_id: application?.id });
    expect(stored?.id).not.toBe(planted.number);
  });

  test('a change of nothing changes nothing', async () => {
    await send('POST', '/api/careers', wires.createJob?.valid() ?? {});
    const before = await rows('jobs');
    await send('PUT', `/api/careers/${before.at(-1)?.id}`, { surplus: 1 });
    expect(await rows('jobs')).toEqual(before);
  });
});
