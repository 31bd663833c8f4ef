import * as orders from '#contract/orders.ts';
import * as contract from '#contract/store.ts';
import type { Routes } from '../../platform/routes.ts';

/** The items of the store, and the orders of them. */
export const storeRoutes: Routes = (register) => {
  register(contract.listProducts, async () => {
    throw new Error('not built');
  });

  register(contract.createProduct, async () => {
    throw new Error('not built');
  });

  register(contract.updateProduct, async () => {
    throw new Error('not built');
  });

  register(contract.deleteProduct, async () => {
    throw new Error('not built');
  });

  register(orders.listOrders, async () => {
    throw new Error('not built');
  });

  register(orders.placeOrder, async () => {
    throw new Error('not built');
  });

  register(orders.updateOrder, async () => {
    throw new Error('not built');
  });
};
