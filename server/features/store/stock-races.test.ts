import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LightMyRequestResponse } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp } from '#server/app.ts';
import { createAppContext } from '#server/create-app-context.ts';
import { startApp, type TestApp } from '#tests/harness/app.ts';
import { onBothDatabases } from '#tests/harness/databases.ts';
import { storeOf } from '#tests/harness/store.ts';

/** On PostgreSQL the calls alternate between two servers with a pool each; SQLite has one server. */
onBothDatabases('the stock', (engine) => {
  let t: TestApp;
  const servers: TestApp[] = [];
  let close = async () => {};
  const { add, orders, product } = storeOf(() => t);
  beforeAll(async () => {
    t = await startApp(engine);
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
  afterAll(async () => {
    await close();
    await t.close();
  });

  /** Repeats a 503 as clients do: on a slow machine 100 calls wait longer than the pool's 2 s for a connection. */
  async function answered(
    send: () => Promise<LightMyRequestResponse>,
  ): Promise<LightMyRequestResponse> {
    const response = await send();
    if (response.statusCode !== 503) return response;
    await sleep(100);
    return answered(send);
  }

  /** The calls of the servers, in turn. */
  function at(n: number) {
    const { call, order, ordered, set } = storeOf(() => servers[n % servers.length] ?? t);
    return {
      ordered,
      order: (id: number, quantity = 1) => {
        const headers = { 'idempotency-key': randomUUID() };
        return answered(() => order(id, t.employee, { quantity }, headers));
      },
      set: (...args: Parameters<typeof set>) => answered(() => set(...args)),
      call: (...args: Parameters<typeof call>) => answered(() => call(...args)),
    };
  }
  const count = (responses: LightMyRequestResponse[], status: number) =>
    responses.filter(({ statusCode }) => statusCode === status).length;

  test('accepts 10 of 100 concurrent orders for 10 units and rejects 90 as sold out', async () => {
    const id = await add({ stock: 10 });
    const responses = await Promise.all(Array.from({ length: 100 }, (_, n) => at(n).order(id)));
    expect([count(responses, 201), count(responses, 409)]).toEqual([10, 90]);
    expect((await product(id))?.stock).toBe(0);
    expect((await orders()).filter(({ product_id }) => product_id === id)).toHaveLength(10);
  });

  test('loses no unit between concurrent orders, cancellations and stock edits', async () => {
    const id = await add({ stock: 12 });
    const made = await Promise.all([1, 2, 3].map((n) => at(n).ordered(id, t.employee)));
    /** Units that the office has added or removed. */
    let counted = 12;
    const recount = async (n: number) => {
      const seen = (await product(id))?.stock ?? 0;
      const stock = seen + n;
      const body = { stock, stock_seen: seen };
      const response = await at(n).call('PUT', `/${id}`, t.admin, body);
      if (response.statusCode === 200) counted += n;
      return response;
    };
    const responses = await Promise.all([
      ...Array.from({ length: 20 }, (_, n) => at(n).order(id, 1 + (n % 3))),
      ...made.flatMap((orderId, n) => [
        at(n).set(orderId, 'cancelled', t.employee),
        at(n + 1).set(orderId, 'cancelled'),
      ]),
      ...[1, 2, 3, 4].map(recount),
    ]);
    for (const { statusCode, body } of responses)
      expect([200, 201, 409], body).toContain(statusCode);
    const stock = (await product(id))?.stock ?? -1;
    const out = (await orders())
      .filter(({ product_id, status }) => product_id === id && status !== 'cancelled')
      .reduce((sum, { quantity }) => sum + quantity, 0);
    expect(stock).toBeGreaterThanOrEqual(0);
    expect(stock + out).toBe(counted);
  });
});
