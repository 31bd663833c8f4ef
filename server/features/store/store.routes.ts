import * as orders from '#contract/orders.ts';
import * as contract from '#contract/store.ts';
import { decodeCursor } from '../../platform/cursor.ts';
import type { Routes } from '../../platform/routes.ts';
import { listOrders, placeOrder, updateOrder } from './orders.service.ts';
import {
  checkProductUpdate,
  createProduct,
  deleteProduct,
  listProducts,
  updateProduct,
} from './products.service.ts';

/** The employee store: its products and their orders. */
export const storeRoutes: Routes = (register, ctx) => {
  register(contract.listProducts, async ({ query, reply }) => {
    const { products, next } = await listProducts(ctx.db, query.limit, decodeCursor(query.before));
    if (next) reply.header('x-next-before', next);
    return products;
  });

  register(contract.createProduct, ({ body, upload, actor, key }) =>
    createProduct(ctx, { body, upload }, actor, key),
  );

  register(
    contract.updateProduct,
    ({ params, body, upload, actor }) => updateProduct(ctx, params.id, { body, upload }, actor),
    { beforeFile: ({ params, body }) => checkProductUpdate(ctx.db, params.id, body) },
  );

  register(contract.deleteProduct, ({ params, actor }) => deleteProduct(ctx, params.id, actor));

  register(orders.listOrders, async ({ query, user, reply }) => {
    const { limit, open } = query;
    const filter = { waitingOnly: open === '1', limit, before: decodeCursor(query.before) };
    const found = await listOrders(ctx.db, user, filter);
    if (found.next) reply.header('x-next-before', found.next);
    return found.orders;
  });

  register(orders.placeOrder, ({ params, body, actor, key }) =>
    placeOrder(ctx, params.id, body, actor, key),
  );

  register(orders.updateOrder, ({ params, body, user, actor }) =>
    updateOrder(ctx, params.id, body, user.role, actor),
  );
};
