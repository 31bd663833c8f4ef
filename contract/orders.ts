import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { created, done, idParams, instant, optionalLine, page, version, whole } from './fields.ts';
import { store as messages } from './messages/store.ts';

/** From `open` to `ready` to `handed_over`; `cancelled` from either of the first two. The last two are final. */
export const orderStatuses = ['open', 'ready', 'handed_over', 'cancelled'] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/** Pieces in one order. */
export const maxQuantity = 99;

/** An employee's request for an item of the store, newest first in lists. Title and price are those of the day it was made. */
export const order = z.object({
  id: z.int(),
  /** Null: the item is no longer in the store. */
  product_id: z.nullable(z.int()),
  title: z.string(),
  /** Dollars for one piece. */
  price: z.number(),
  quantity: z.int(),
  /** Dollars for all pieces. */
  total: z.number(),
  /** Size, colour or whatever else the office has to know; '' for none. */
  note: z.string(),
  status: z.enum(orderStatuses),
  user_id: z.int(),
  /** Who ordered: first and last name, else the username. */
  ordered_by: z.string(),
  created_at: instant,
  updated_at: instant,
  /** The admin who last set the status; null: nobody yet, or the orderer. */
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
    "Orders, newest first: an admin's all, an employee's own. `open=1`: those that wait (open, ready).",
  query: z.object({
    open: z.optional(z.literal(['', '0', '1'], { error: messages.openFilter })),
    ...page,
  }),
  status: 200,
  reply: z.array(order),
  paged: true,
});

export const placeOrder = endpoint({
  name: 'placeOrder',
  method: 'POST',
  path: '/api/store/{id}/orders',
  access: 'signed-in',
  summary: 'Orders that item for the caller; 409 when there are not as many left.',
  params: idParams,
  body: z.object({ quantity: whole(1, maxQuantity), note: optionalLine(200) }),
  status: 201,
  reply: created,
  idempotent: true,
});

export const updateOrder = endpoint({
  name: 'updateOrder',
  method: 'PUT',
  path: '/api/store/orders/{id}/status',
  access: 'signed-in',
  summary:
    "Sets an order's status: an admin any that may follow, an employee cancels an own one that is open. Cancelled pieces go back to the stock.",
  params: idParams,
  body: z.object({
    status: z.enum(orderStatuses, { error: messages.badStatus }),
    version: version(),
  }),
  status: 200,
  reply: done,
});

/** What the server sends, empty, to open pages whose orders have changed: they ask again. */
export const ordersEvent = 'orders';
