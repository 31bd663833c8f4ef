import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { errorOf, replyOf, send } from '#tests/fixtures/requests.ts';
import { suiteApp, type TestPerson } from '#tests/harness/app.ts';
import { employeeOf } from '#tests/harness/employees.ts';
import {
  makeOrder,
  makeProduct,
  order,
  ordersOf,
  productOf,
  setOrder,
} from '#tests/records/store-and-news.ts';
import { clearTables } from '#tests/records/stored.ts';
import { auditOf, badgesOf, messagesTo } from '#tests/records/traces.ts';

const onlyCancel = 'You can only cancel your own open orders. Call the office for anything else.';

describe('orders', () => {
  const t = suiteApp('sqlite');
  let otto: TestPerson;
  /** Not counted. */
  let cap = 0;
  beforeAll(async () => {
    await employeeOf(t, t.employee.userId);
    otto = await t.person('otto', 'admin');
    cap = await makeProduct(t);
  });
  beforeEach(async () => {
    await clearTables(t, 'orders', 'notification_recipients');
  });

  const badges = async (by: TestPerson) => {
    const { open_orders, ready_orders } = await badgesOf(t, by);
    return [open_orders, ready_orders];
  };
  const one = async (id: number) => (await ordersOf(t)).find((entry) => entry.id === id);
  const stockOf = async (id: number) => (await productOf(t, id))?.stock;
  /** What the office and the orderer have been told. */
  const messages = () => Promise.all([t.admin, otto, t.employee].map((by) => messagesTo(t, by)));

  test('notifies both sides as an order is placed, set ready and handed over', async () => {
    const id = await makeProduct(t, { stock: 5 });
    const response = await order(t, id, t.employee, { quantity: '2', note: ' size L ' });
    const { id: orderId, message } = response.json();
    expect([response.statusCode, message]).toEqual([201, 'Your order was sent to the office.']);
    const [made] = await ordersOf(t, '', t.employee);
    expect(made).toMatchObject({
      ...{ id: orderId, product_id: id, title: 'Cap', price: 14.5, quantity: 2, total: 29 },
      ...{ note: 'size L', status: 'open', user_id: t.employee.userId, version: 1 },
      ...{ ordered_by: 'Emil Novotny', handled_by: null },
    });
    expect(await stockOf(id)).toBe(3);
    const notice = 'Emil Novotny ordered 2 × Cap, size L. See it under Store.';
    expect(await messages()).toEqual([[notice], [notice], []]);
    expect([await badges(otto), await badges(t.employee)]).toEqual([
      [1, 0],
      [0, 0],
    ]);

    // The price of the day it was ordered.
    await send(t, 'PUT', `/api/store/${id}`, t.admin, { price: 20, title: 'Beanie' });
    const ready = await setOrder(t, orderId, 'ready', otto, { version: 1 });
    expect(replyOf(ready)).toEqual([200, { message: 'Order updated.' }]);
    expect(await badges(t.employee)).toEqual([0, 1]);
    await setOrder(t, orderId, 'handed_over', otto, { version: 2 });
    expect(await one(orderId)).toEqual({
      ...{ ...made, status: 'handed_over', handled_by: 'otto', version: 3 },
      updated_at: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    const own = [
      'Your order was handed over: 2 × Cap, size L.',
      'Your order is ready for pickup at the office: 2 × Cap, size L.',
    ];
    expect(await messages()).toEqual([[notice], [notice], own]);
    expect([await badges(otto), await badges(t.employee)]).toEqual(Array(2).fill([0, 0]));
    expect(await stockOf(id)).toBe(3);
    const lines = await auditOf(t, { target_kind: 'order', target_id: String(orderId) });
    expect(lines.map(({ action, user_id }) => [action, user_id])).toEqual([
      ['order.create', t.employee.userId],
      ['order.update', otto.userId],
      ['order.update', otto.userId],
    ]);
  });

  test('notifies the orderer in the language of the account, and the office in English', async () => {
    await send(t, 'PUT', '/api/user/language', t.employee, { language: 'es' });
    const [ready, cancelled] = [await makeOrder(t, cap), await makeOrder(t, cap)];
    await setOrder(t, ready, 'ready');
    await setOrder(t, cancelled, 'cancelled', t.employee);
    const [office, , own] = await messages();
    expect(own?.[0]).toBe('Su pedido está listo para recoger en la oficina: 1 × Cap.');
    expect(office?.[0]).toBe('Emil Novotny cancelled the order of 1 × Cap.');
    await send(t, 'PUT', '/api/user/language', t.employee, { language: 'en' });
  });

  test('returns 409 when fewer units are left than ordered', async () => {
    const id = await makeProduct(t, { stock: 3 });
    const many = 'Only 3 left. Order fewer.';
    expect(errorOf(await order(t, id, t.employee, { quantity: 4 }))).toEqual([409, many]);
    await makeOrder(t, id, t.employee, { quantity: 3 });
    const out = 'This item is sold out. Ask the office when to expect more.';
    expect(errorOf(await order(t, id))).toEqual([409, out]);
    expect([await stockOf(id), (await ordersOf(t)).length]).toEqual([0, 1]);
  });

  test('allows only the documented status changes', async () => {
    const notBack = "A ready order can't be reopened. Cancel it instead.";
    const id = await makeOrder(t, cap);
    expect((await setOrder(t, id, 'ready')).statusCode).toBe(200);
    expect(errorOf(await setOrder(t, id, 'open'))).toEqual([409, notBack]);
    // An order may also be handed over at the counter immediately.
    for (const [ended, end, words] of [
      [id, 'handed_over', 'handed over'],
      [await makeOrder(t, cap), 'cancelled', 'cancelled'],
      [await makeOrder(t, cap), 'handed_over', 'handed over'],
    ] as const) {
      expect((await setOrder(t, ended, end)).statusCode).toBe(200);
      for (const status of ['open', 'ready', 'handed_over', 'cancelled']) {
        if (status === end) continue;
        const refused = await setOrder(t, ended, status);
        expect(errorOf(refused)).toEqual([409, `This order is already ${words}.`]);
      }
    }
  });

  test('returns cancelled units to the stock once, if the product still exists and is counted', async () => {
    const id = await makeProduct(t, { stock: 5 });
    const first = await makeOrder(t, id, t.employee, { quantity: 2 });
    const [second, third] = [await makeOrder(t, id), await makeOrder(t, id)];
    await setOrder(t, first, 'ready');
    await Promise.all([1, 2, 3, 4].map(() => setOrder(t, first, 'cancelled')));
    expect([await stockOf(id), (await one(first))?.version]).toEqual([3, 3]);
    // It isn't ready any more.
    expect(await messagesTo(t, t.employee)).toEqual([expect.stringMatching('cancelled')]);
    await send(t, 'PUT', `/api/store/${id}`, t.admin, { stock: '' });
    await setOrder(t, second, 'cancelled');
    expect(await stockOf(id)).toBeNull();
    expect((await send(t, 'DELETE', `/api/store/${id}`, t.admin)).statusCode).toBe(200);
    expect(await one(third)).toMatchObject({ product_id: null, title: 'Cap', status: 'open' });
    expect((await setOrder(t, third, 'cancelled')).statusCode).toBe(200);
  });

  test('returns nothing for an order that took nothing from the stock', async () => {
    const id = await makeProduct(t);
    const uncounted = await makeOrder(t, id, t.employee, { quantity: 99 });
    await send(t, 'PUT', `/api/store/${id}`, t.admin, { stock: 10 });
    const counted = await makeOrder(t, id, t.employee, { quantity: 4 });
    await setOrder(t, uncounted, 'cancelled');
    expect(await stockOf(id)).toBe(6);
    await send(t, 'PUT', `/api/store/${id}`, t.admin, { stock: 1_000_000 });
    await setOrder(t, counted, 'cancelled');
    expect(await stockOf(id)).toBe(1_000_000);
  });

  test('lets employees only cancel their own open orders', async () => {
    const id = await makeOrder(t, cap, t.employee, { note: 'size L' });
    const other = await t.person(`berta-${randomUUID()}`, 'employee');
    expect((await setOrder(t, id, 'cancelled', other)).statusCode).toBe(404);
    const ready = await makeOrder(t, cap);
    await setOrder(t, ready, 'ready');
    const refused = async (one: number, ...statuses: string[]) => {
      for (const status of statuses) {
        expect(errorOf(await setOrder(t, one, status, t.employee))).toEqual([403, onlyCancel]);
      }
    };
    await refused(id, 'open', 'ready', 'handed_over');
    await refused(ready, 'cancelled');
    await setOrder(t, ready, 'handed_over');
    await refused(ready, 'cancelled');
    await clearTables(t, 'notification_recipients');
    expect((await setOrder(t, id, 'cancelled', t.employee)).statusCode).toBe(200);
    expect((await setOrder(t, id, 'cancelled', t.employee)).statusCode).toBe(200);
    expect(await one(id)).toMatchObject({ status: 'cancelled', handled_by: null, version: 2 });
    const notice = 'Emil Novotny cancelled the order of 1 × Cap, size L.';
    expect(await messages()).toEqual([[notice], [notice], []]);
  });

  test('lists all orders for admins and own orders for employees, waiting ones on request', async () => {
    const [open, done] = [await makeOrder(t, cap), await makeOrder(t, cap)];
    const ready = await makeOrder(t, cap, otto);
    await setOrder(t, done, 'handed_over');
    await setOrder(t, ready, 'ready');
    const ids = async (query: string, by: TestPerson) =>
      (await ordersOf(t, query, by)).map(({ id }) => id);
    expect(await ids('', t.admin)).toEqual([ready, done, open]);
    expect(await ids('?open=0', t.admin)).toEqual([ready, done, open]);
    expect(await ids('?open=1', t.admin)).toEqual([ready, open]);
    expect(await ids('?open=', t.employee)).toEqual([done, open]);
    expect(await ids(`?open=1&user_id=${otto.userId}`, t.employee)).toEqual([open]);
  });
});
