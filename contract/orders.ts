import * as z from 'zod/mini';
import { store as messages } from './messages/store.ts';
import { endpoint } from './wire/endpoint.ts';
import {
  created,
  done,
  idParams,
  instant,
  optionalLine,
  page,
  version,
  whole,
} from './wire/fields.ts';

/** `open` → `ready` → `handed_over`; `cancelled` from `open` or `ready`. `handed_over` and `cancelled` are final. */
export const orderStatuses = ['open', 'ready', 'handed_over', 'cancelled'] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/** Maximum units in one order. */
export const maxQuantity = 99;

/** An order of a product. Title and price are copied when it is placed. */
export const order = z.object({
  id: z.int(),
  /** Null when the product was deleted. */
  product_id: z.nullable(z.int()),
  title: z.string(),
  /** Dollars per unit. */
  price: z.number(),
  quantity: z.int(),
  /** Dollars for all units. */
  total: z.number(),
  /** Size, color and the like; '' for none. */
  note: z.string(),
  status: z.enum(orderStatuses),
  user_id: z.int(),
  /** The orderer's first and last name, else the username. */
  ordered_by: z.string(),
  created_at: instant,
  updated_at: instant,
  /** The admin who last set the status; null if none did, or the orderer was the last. */
  handled_by: z.nullable(z.string()),
  version: z.int(),
});
export type Order = z.output<typeof order>;

export const listOrders = endpoint({
  name: 'listOrders',
  method: 'GET',
  path: '/api/store/orders',
  access: 'signed-in',
  summary:
    'Lists orders, newest first: all for admins, their own for employees. `open=1`: only open and ready ones.',
  query: z.object({
    open: z.optional(z.literal(['', '0', '1'], { error: messages.openFilter })),
    ...page,
  }),
  status: 200,
  reply: z.array(order),
  paged: true,
});

export const orderInput = z.object({
  quantity: whole(1, maxQuantity),
  note: optionalLine(200),
});

export const placeOrder = endpoint({
  name: 'placeOrder',
  method: 'POST',
  path: '/api/store/{id}/orders',
  access: 'signed-in',
  summary: 'Orders a product for the caller; 409 when too few units are left.',
  params: idParams,
  body: orderInput,
  status: 201,
  failures: [404],
  reply: created,
  idempotent: true,
});

export const updateOrder = endpoint({
  name: 'updateOrder',
  method: 'PUT',
  path: '/api/store/orders/{id}/status',
  access: 'signed-in',
  summary:
    "Sets an order's status: admins set any allowed next status, employees cancel their own open orders. Cancelled units return to the stock.",
  params: idParams,
  body: z.object({
    status: z.enum(orderStatuses, { error: messages.badStatus }),
    version: version(),
  }),
  status: 200,
  failures: [403],
  reply: done,
});

/** Sent without a payload when orders have changed; open pages reload them. */
export const ordersEvent = 'orders';
