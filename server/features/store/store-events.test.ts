import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { notificationEvent } from '#contract/notifications.ts';
import { ordersEvent } from '#contract/orders.ts';
import { badgesEvent } from '#contract/portal.ts';
import { productsEvent } from '#contract/store.ts';
import { suiteApp } from '#tests/harness/app.ts';
import { cap, itemForm, storeOf } from '#tests/harness/store.ts';
import { closePages, drain, listen, openPage } from '#tests/realtime/pages.ts';

describe('live updates of the store', () => {
  const t = suiteApp('sqlite');
  let url: string;
  const { call, add, order, ordered, set } = storeOf(() => t);
  beforeAll(async () => {
    url = await listen(t);
  });
  afterEach(() => closePages());

  test('sends each page the events that concern it after the commit, and none without a change', async () => {
    const other = await t.person('berta', 'employee');
    const collected: string[] = [];
    for (const [name, person] of [
      ['office', t.admin],
      ['orderer', t.employee],
      ['other', other],
    ] as const) {
      const page = await openPage(url, person);
      page.onAny((event: string) => collected.push(`${name} ${event}`));
    }
    const eventsOf = async (work: () => Promise<unknown>) => {
      await drain();
      collected.length = 0;
      await work();
      await drain();
      return [...new Set(collected)].sort();
    };
    const everybody = (event: string) => [`office ${event}`, `orderer ${event}`, `other ${event}`];
    const both = [`office ${ordersEvent}`, `orderer ${ordersEvent}`];
    const [free, counted] = [await add(), await add({ stock: 3 })];

    expect(await eventsOf(() => call('PUT', `/${free}`, t.admin, { price: 2 }))).toEqual(
      everybody(productsEvent),
    );
    expect(await eventsOf(() => call('PUT', `/${free}`, t.admin, { price: 2 }))).toEqual([]);
    let id = 0;
    const place = async (item: number) => {
      id = await ordered(item);
    };
    const placed = [...both, `office ${badgesEvent}`, `office ${notificationEvent}`];
    expect(await eventsOf(() => place(free))).toEqual(placed.toSorted());
    expect(await eventsOf(() => place(counted))).toEqual(
      [...placed, ...everybody(productsEvent)].sort(),
    );
    expect(await eventsOf(() => order(counted, t.employee, { quantity: 9 }))).toEqual([]);
    const ready = [...both, `orderer ${badgesEvent}`, `orderer ${notificationEvent}`];
    expect(await eventsOf(() => set(id, 'ready'))).toEqual(
      [...ready, `office ${badgesEvent}`].sort(),
    );
    expect(await eventsOf(() => set(id, 'ready'))).toEqual([]);
    // The notices of the office are withdrawn.
    expect(await eventsOf(() => set(id, 'cancelled'))).toEqual(
      [...ready, `office ${badgesEvent}`, ...everybody(productsEvent)].sort(),
    );
    expect(await eventsOf(() => set(id, 'handed_over'))).toEqual([]);
    await place(counted);
    expect(await eventsOf(() => set(id, 'cancelled', t.employee))).toEqual(
      [...placed, ...everybody(productsEvent)].sort(),
    );
    expect(await eventsOf(() => call('DELETE', `/${free}`))).toEqual(everybody(productsEvent));
    expect(await eventsOf(() => call('POST', '/upload', t.admin, itemForm(cap)))).toEqual([]);
  });
});
