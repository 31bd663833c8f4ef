import type { TestApp } from '../harness/app.ts';
import { cap, itemForm, storeOf, storeUrl } from '../harness/store.ts';
import type { RightCall } from './right-document-calls.ts';
import { choice, type FieldRule, line, optionalLine, type Wire } from './wire-rules.ts';

/** A picture of one pixel. */
const pixel = () =>
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC',
    'base64',
  );
const given = (t: TestApp) => storeOf(() => t);
const itemUrl = async (t: TestApp) => `${storeUrl}/${await given(t).add()}`;
const statusUrl = (id: number) => `${storeUrl}/orders/${id}/status`;

/** The part of the store in `rightCalls`. */
export const rightShopCalls: Record<string, RightCall> = {
  listProducts: () => ({}),
  createProduct: () => itemForm(cap, pixel()),
  updateProduct: async (t) => ({ url: await itemUrl(t), payload: { price: 16 } }),
  deleteProduct: async (t) => ({ url: await itemUrl(t) }),
  listOrders: () => ({}),
  placeOrder: async (t) => ({ url: `${await itemUrl(t)}/orders`, payload: { quantity: 2 } }),
  // An order that is nobody's: what may follow is not the same for each caller, so the allowed are told 404.
  updateOrder: () => ({ url: statusUrl(2_000_000_000), payload: { status: 'cancelled' } }),
};

/** An order that is ready; answers its id. */
async function ready(t: TestApp): Promise<number> {
  const { add, ordered, set } = given(t);
  const id = await ordered(await add({ stock: 12 }), t.employee, { quantity: 2, note: 'size L' });
  const answer = await set(id, 'ready');
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return id;
}

/** What each call of the store needs to succeed with as much in its reply as there can be. */
export const fullShopCalls: Record<string, RightCall> = {
  ...rightShopCalls,
  listProducts: async (t) => {
    await given(t).add({ stock: 12 });
    return {};
  },
  listOrders: async (t) => {
    await ready(t);
    return {};
  },
  updateOrder: async (t) => ({
    url: statusUrl(await ready(t)),
    payload: { status: 'handed_over' },
  }),
};

const stock: FieldRule = { kind: 'whole', min: 0, max: 1_000_000 };
const fields: Record<string, FieldRule> = {
  title: line(200),
  description: { kind: 'text', required: true, max: 10_000 },
  price: { kind: 'decimal', max: 9_999_999.99 },
  stock,
};
const version: FieldRule = { kind: 'version' };

/** The part of the store in `wires`; whoever changes or orders an item puts it there first. */
export const shopWires: Record<string, Wire> = {
  createProduct: { valid: () => ({ ...cap, stock: 12 }), fields, file: pixel },
  updateProduct: {
    valid: () => ({ ...cap, version: 1 }),
    fields: { ...fields, stock_seen: stock, version },
  },
  placeOrder: {
    valid: () => ({ quantity: 2, note: 'size L' }),
    fields: {
      quantity: { kind: 'whole', min: 1, max: 99, required: true },
      note: optionalLine(200),
    },
  },
  updateOrder: {
    valid: () => ({ status: 'ready', version: 1 }),
    fields: { status: choice('open', 'ready', 'handed_over', 'cancelled'), version },
  },
};
