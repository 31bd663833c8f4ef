import * as orders from '#contract/orders.ts';
import * as contract from '#contract/store.ts';
import type { Routes } from '../../platform/http/routes.ts';
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
  register(contract.listProducts, () => listProducts(ctx));

  register(contract.createProduct, ({ body, upload, actor, key }) =>
    createProduct(ctx, { body, upload }, actor, key),
  );

  register(
    contract.updateProduct,
    ({ params, body, upload, actor }) => updateProduct(ctx, params.id, { body, upload }, actor),
    { beforeFile: ({ params, body }) => checkProductUpdate(ctx.db, params.id, body) },
  );

  register(contract.deleteProduct, ({ params, actor }) => deleteProduct(ctx, params.id, actor));

  register(orders.listOrders, ({ user, query }) => listOrders(ctx, user, query));

  register(orders.placeOrder, ({ params, body, actor, key }) =>
    placeOrder(ctx, params.id, body, actor, key),
  );

  register(orders.updateOrder, ({ params, body, user, actor }) =>
    updateOrder(ctx, params.id, body, user.role, actor),
  );
};
