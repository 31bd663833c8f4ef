import * as orders from '#contract/orders.ts';
import * as contract from '#contract/store.ts';
import { decodeCursor } from '../../platform/cursor.ts';
import type { Routes } from '../../platform/routes.ts';
import { orderProduct, readOrders, setOrderStatus } from './orders.service.ts';
import { addProduct, dropProduct, readProducts, reviseProduct } from './products.service.ts';

/** The items of the store, kept by admins, and the orders of them. */
export const storeRoutes: Routes = (register, ground) => {
  register(contract.listProducts, async ({ query, reply }) => {
    const { products, next } = await readProducts(
      ground.db,
      query.limit,
      decodeCursor(query.before),
    );
    if (next) reply.header('x-next-before', next);
    return products;
  });

  register(contract.createProduct, ({ body, upload, user, ip, key }) =>
    addProduct(ground, { body, upload }, { userId: user.userId, ip }, key),
  );

  register(contract.updateProduct, ({ params, body, upload, user, ip }) =>
    reviseProduct(ground, params.id, { body, upload }, { userId: user.userId, ip }),
  );

  register(contract.deleteProduct, ({ params, user, ip }) =>
    dropProduct(ground, params.id, { userId: user.userId, ip }),
  );

  register(orders.listOrders, async ({ query, user, reply }) => {
    const { limit, open } = query;
    const asked = { waitingOnly: open === '1', limit, before: decodeCursor(query.before) };
    const found = await readOrders(ground.db, user, asked);
    if (found.next) reply.header('x-next-before', found.next);
    return found.orders;
  });

  register(orders.placeOrder, ({ params, body, user, ip, key }) => {
    const { userId, role } = user;
    return orderProduct(ground, params.id, body, { userId, role, ip }, key);
  });

  register(orders.updateOrder, ({ params, body, user, ip }) => {
    const { userId, role } = user;
    return setOrderStatus(ground, params.id, body, { userId, role, ip });
  });
};
