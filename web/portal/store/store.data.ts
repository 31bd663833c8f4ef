import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { listOrders, type Order, ordersEvent, placeOrder, updateOrder } from '#contract/orders.ts';
import { deleteProduct, listProducts, type Product, productsEvent } from '#contract/store.ts';
import type { BodyOf } from '#contract/wire/endpoint.ts';
import { call, callPage } from '#web/lib/api/api.ts';
import { badgesQuery } from '../shared/live/badges.data.ts';
import { useLiveUpdates } from '../shared/live/live-updates.ts';
import { pagedList } from '../shared/records/paged-list.ts';

export const productsKey = ['products'] as const;
const ordersKey = ['orders'] as const;

/** The first page is small, so that it loads fast; the next ones are for scrolling and searching. */
const pages = { first: '48', next: '500' };

const pageOf = (before: string) =>
  before === '' ? { limit: pages.first } : { limit: pages.next, before };

/** The products, newest first, in pages. */
export const productsQuery = pagedList<Product>({
  queryKey: productsKey,
  fetchPage: (before, signal) => callPage(listProducts, { query: pageOf(before) }, { signal }),
});

/** Orders, newest first, in pages: an admin's all, an employee's own; `open` are the waiting ones. */
export function useOrders(which: 'open' | 'all') {
  return useInfiniteQuery(
    pagedList<Order>({
      queryKey: [...ordersKey, which],
      fetchPage: (before, signal) => {
        // Waiting orders are few and fit one page.
        const page = which === 'open' && before === '' ? {} : pageOf(before);
        const query = { ...page, open: which === 'open' ? '1' : '0' } as const;
        return callPage(listOrders, { query }, { signal });
      },
    }),
  );
}

/** Reloads products, orders and the counts in the navigation. */
function useReloadStore(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await Promise.all([
      client.invalidateQueries({ queryKey: productsKey }),
      client.invalidateQueries({ queryKey: ordersKey }),
      client.invalidateQueries(badgesQuery),
    ]);
  };
}

/** Reloads products and orders when the server reports a change, and after each reconnect. */
export function useLiveStore(): void {
  const client = useQueryClient();
  useLiveUpdates({
    [productsEvent]: () => client.invalidateQueries({ queryKey: productsKey }),
    [ordersEvent]: () => {
      void client.invalidateQueries({ queryKey: ordersKey });
      void client.invalidateQueries(badgesQuery);
    },
  });
}

/** Deletes a product. */
export function useDeleteProduct() {
  const reload = useReloadStore();
  return useMutation({
    mutationFn: (id: number) => call(deleteProduct, { params: { id } }),
    onSettled: reload,
  });
}

interface NewOrder {
  productId: number;
  body: BodyOf<typeof placeOrder>;
  idempotencyKey: string;
}

/** Orders a product; reloads the stock even if the order fails. */
export function usePlaceOrder() {
  const reload = useReloadStore();
  return useMutation({
    mutationFn: ({ productId, body, idempotencyKey }: NewOrder) =>
      call(placeOrder, { params: { id: productId }, body }, { idempotencyKey }),
    onSettled: reload,
  });
}

interface OrderChange {
  order: Order;
  status: Order['status'];
}

/** Sets the status of an order, with the version that the user saw. */
export function useUpdateOrder() {
  const reload = useReloadStore();
  return useMutation({
    mutationFn: ({ order: { id, version }, status }: OrderChange) =>
      call(updateOrder, { params: { id }, body: { status, version } }),
    onSettled: reload,
  });
}
