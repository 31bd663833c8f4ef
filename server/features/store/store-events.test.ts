import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { notificationEvent } from '#contract/notifications.ts';
import { ordersEvent } from '#contract/orders.ts';
import { badgesEvent } from '#contract/portal.ts';
import { productsEvent } from '#contract/store.ts';
import { send } from '#tests/fixtures/requests.ts';
import { suiteApp } from '#tests/harness/app.ts';
import { closePages, drain, listen, openPage } from '#tests/realtime/pages.ts';
import {
  cap,
  itemForm,
  makeOrder,
  makeProduct,
  order,
  setOrder,
} from '#tests/records/store-and-news.ts';

describe('live updates of the store', () => {
  const t = suiteApp('sqlite');
  let url: string;
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
    const [free, counted] = [await makeProduct(t), await makeProduct(t, { stock: 3 })];

    let id = 0;
    const place = async () => {
      id = await makeOrder(t, counted);
    };
    const reprice = () => send(t, 'PUT', `/api/store/${free}`, t.admin, { price: 2 });
    const placed = [...both, `office ${badgesEvent}`, `office ${notificationEvent}`];
    const ready = [...both, `orderer ${badgesEvent}`, `orderer ${notificationEvent}`];
    const products = everybody(productsEvent);
    const steps: [what: string, work: () => Promise<unknown>, events: string[]][] = [
      ['a new price', reprice, products],
      ['the same price', reprice, []],
      ['an order of what is not counted', () => makeOrder(t, free), placed],
      ['an order of what is counted', place, [...placed, ...products]],
      ['a refused order', () => order(t, counted, t.employee, { quantity: 9 }), []],
      ['ready', () => setOrder(t, id, 'ready'), [...ready, `office ${badgesEvent}`]],
      ['ready again', () => setOrder(t, id, 'ready'), []],
      // The notices of the office are withdrawn.
      [
        'cancelled by the office',
        () => setOrder(t, id, 'cancelled'),
        [...ready, `office ${badgesEvent}`, ...products],
      ],
      ['handed over too late', () => setOrder(t, id, 'handed_over'), []],
      ['another order', place, [...placed, ...products]],
      [
        'cancelled by its owner',
        () => setOrder(t, id, 'cancelled', t.employee),
        [...placed, ...products],
      ],
      ['a deletion', () => send(t, 'DELETE', `/api/store/${free}`, t.admin), products],
      ['a refused product', () => send(t, 'POST', '/api/store/upload', t.admin, itemForm(cap)), []],
    ];
    for (const [what, work, events] of steps) {
      expect(await eventsOf(work), what).toEqual(events.toSorted());
    }
  });
});
