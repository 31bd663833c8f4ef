import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { BodyOf } from '#contract/endpoint.ts';
import { listOrders, type Order, ordersEvent, placeOrder, updateOrder } from '#contract/orders.ts';
import { deleteProduct, listProducts, type Product, productsEvent } from '#contract/store.ts';
import { call, callPage } from '#web/lib/api.ts';
import { throttle } from '#web/lib/throttle.ts';
import { badgesQuery } from '../shared/badges.data.ts';
import { connectionOf } from '../shared/connection.ts';
import { PrefetchedAnswer } from '../shared/prefetched-answer.ts';

export const productsKey = ['products'] as const;
const ordersKey = ['orders'] as const;

/** The first page is small, so that it arrives fast; the next ones are for reading on and searching. */
const pages = { first: '48', next: '500' };

/** Milliseconds between two reloads after live updates: many may order in the same minute. */
const minReloadInterval = 1000;

const paged = {
  initialPageParam: '',
  getNextPageParam: ({ next }: { next: string | null }) => next,
  // A hidden page gets no live updates.
  refetchOnMount: 'always',
  refetchOnWindowFocus: 'always',
} as const;

const pageOf = (before: string) =>
  before === '' ? { limit: pages.first } : { limit: pages.next, before };

const listProductPage = (before: string, signal?: AbortSignal) =>
  callPage(listProducts, { query: pageOf(before) }, { signal });

/** The first page of products, requested while the route loads. */
export const prefetchedProducts = new PrefetchedAnswer(() => listProductPage(''));

/** The products, newest first, in pages. */
export function useProducts() {
  return useInfiniteQuery({
    ...paged,
    queryKey: productsKey,
    queryFn: ({ client, signal, pageParam }) => {
      // A reload follows a live update, which a prefetched answer may predate.
      const isFirst = pageParam === '' && client.getQueryData(productsKey) === undefined;
      return (isFirst ? prefetchedProducts.take() : null) ?? listProductPage(pageParam, signal);
    },
    select: ({ pages: read }): Product[] => read.flatMap(({ rows }) => rows),
  });
}

/** Orders, newest first, in pages: an admin's all, an employee's own; `open` are the waiting ones. */
export function useOrders(which: 'open' | 'all') {
  return useInfiniteQuery({
    ...paged,
    queryKey: [...ordersKey, which],
    queryFn: ({ signal, pageParam }) => {
      // The waiting orders are few and come on one page.
      const page = which === 'open' && pageParam === '' ? {} : pageOf(pageParam);
      const query = { ...page, open: which === 'open' ? '1' : '0' } as const;
      return callPage(listOrders, { query }, { signal });
    },
    select: ({ pages: read }): Order[] => read.flatMap(({ rows }) => rows),
  });
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
  useEffect(() => {
    const connection = connectionOf(client);
    const products = throttle(minReloadInterval, () => {
      void client.invalidateQueries({ queryKey: productsKey });
    });
    const orders = throttle(minReloadInterval, () => {
      void client.invalidateQueries({ queryKey: ordersKey });
      void client.invalidateQueries(badgesQuery);
    });
    const ends = [
      connection.on(productsEvent, products.ask),
      connection.on(ordersEvent, orders.ask),
      connection.onState((state) => {
        if (state !== 'connected') return;
        products.ask();
        orders.ask();
      }),
      products.stop,
      orders.stop,
    ];
    return () => {
      for (const end of ends) end();
    };
  }, [client]);
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

/** Sets the status of an order, at the version that the person saw. */
export function useUpdateOrder() {
  const reload = useReloadStore();
  return useMutation({
    mutationFn: ({ order: { id, version }, status }: OrderChange) =>
      call(updateOrder, { params: { id }, body: { status, version } }),
    onSettled: reload,
  });
}
