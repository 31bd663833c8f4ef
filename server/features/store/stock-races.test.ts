import { randomUUID } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp } from '#server/app.ts';
import { createAppContext } from '#server/create-app-context.ts';
import { send } from '#tests/fixtures/requests.ts';
import { suiteApp, type TestApp } from '#tests/harness/app.ts';
import { onBothDatabases } from '#tests/harness/databases.ts';
import {
  makeOrder,
  makeProduct,
  order,
  ordersOf,
  productOf,
  setOrder,
} from '#tests/records/store-and-news.ts';

/** On PostgreSQL the calls alternate between two servers with a pool each; SQLite has one server. */
onBothDatabases('the stock', (engine) => {
  const t = suiteApp(engine);
  const servers: TestApp[] = [];
  let close = async () => {};
  beforeAll(async () => {
    servers.push(t);
    if (engine === 'sqlite') return;
    const ctx = await createAppContext(t.ctx.config, pino({ level: 'fatal' }));
    const app = await buildApp(ctx, null);
    await app.ready();
    servers.push({ ...t, app, ctx });
    close = async () => {
      await app.close();
      await ctx.close();
    };
  });
  afterAll(() => close());

  /** The servers, in turn. */
  const at = (n: number) => servers[n % servers.length] ?? t;

  /** Repeats a 503 as clients do: on a slow machine many calls wait longer than the pool's 2 s for a connection. */
  async function answered(
    call: () => Promise<LightMyRequestResponse>,
  ): Promise<LightMyRequestResponse> {
    const response = await call();
    return response.statusCode === 503 ? answered(call) : response;
  }

  const orderAt = (n: number, id: number, quantity = 1) => {
    const headers = { 'idempotency-key': randomUUID() };
    return answered(() => order(at(n), id, t.employee, { quantity }, headers));
  };
  const count = (responses: LightMyRequestResponse[], status: number) =>
    responses.filter(({ statusCode }) => statusCode === status).length;

  test('accepts 10 of 100 concurrent orders for 10 units and rejects 90 as sold out', async () => {
    const id = await makeProduct(t, { stock: 10 });
    const responses = await Promise.all(Array.from({ length: 100 }, (_, n) => orderAt(n, id)));
    expect([count(responses, 201), count(responses, 409)]).toEqual([10, 90]);
    expect((await productOf(t, id))?.stock).toBe(0);
    expect((await ordersOf(t)).filter(({ product_id }) => product_id === id)).toHaveLength(10);
  });

  test('loses no unit between concurrent orders, cancellations and stock edits', async () => {
    const id = await makeProduct(t, { stock: 12 });
    const made = await Promise.all([1, 2, 3].map((n) => makeOrder(at(n), id)));
    /** Units that the office has added or removed. */
    let counted = 12;
    const recount = async (n: number) => {
      const seen = (await productOf(t, id))?.stock ?? 0;
      const stock = seen + n;
      const body = { stock, stock_seen: seen };
      const response = await answered(() => send(at(n), 'PUT', `/api/store/${id}`, t.admin, body));
      if (response.statusCode === 200) counted += n;
      return response;
    };
    const responses = await Promise.all([
      ...Array.from({ length: 20 }, (_, n) => orderAt(n, id, 1 + (n % 3))),
      ...made.flatMap((orderId, n) => [
        answered(() => setOrder(at(n), orderId, 'cancelled', t.employee)),
        answered(() => setOrder(at(n + 1), orderId, 'cancelled')),
      ]),
      ...[1, 2, 3, 4].map(recount),
    ]);
    for (const { statusCode, body } of responses)
      expect([200, 201, 409], body).toContain(statusCode);
    const stock = (await productOf(t, id))?.stock ?? -1;
    const out = (await ordersOf(t))
      .filter(({ product_id, status }) => product_id === id && status !== 'cancelled')
      .reduce((sum, { quantity }) => sum + quantity, 0);
    expect(stock).toBeGreaterThanOrEqual(0);
    expect(stock + out).toBe(counted);
  });
});
