import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { BodyOf } from '#contract/endpoint.ts';
import { listOrders, type Order, ordersEvent, placeOrder, updateOrder } from '#contract/orders.ts';
import { deleteProduct, listProducts, type Product, productsEvent } from '#contract/store.ts';
import { call, callPage } from '#web/lib/api.ts';
import { atMostEvery } from '#web/lib/at-most-every.ts';
import { badgesQuery } from '../frame/badges.data.ts';
import { connectionOf } from '../frame/connection.ts';
import { earlyProducts, readFirstProducts } from './first-products.ts';

const productsKey = ['products'] as const;
const ordersKey = ['orders'] as const;

/** The first page is small, so that it is there at once; who reads on or searches wants the rest soon. */
const pages = { first: '48', next: '500' };

/** Between two readings after news (ms): many may order in the same minute. */
const livePause = 1000;

const paged = {
  initialPageParam: '',
  getNextPageParam: ({ next }: { next: string | null }) => next,
  // What came while nobody looked is there when somebody does.
  refetchOnMount: 'always',
  refetchOnWindowFocus: 'always',
} as const;

const pageOf = (before: string) =>
  before === '' ? { limit: pages.first } : { limit: pages.next, before };

/** The items of the store, newest first, read in pages. */
export function useProducts() {
  return useInfiniteQuery({
    ...paged,
    queryKey: productsKey,
    queryFn: ({ client, signal, pageParam }) => {
      if (pageParam !== '') return callPage(listProducts, { query: pageOf(pageParam) }, { signal });
      // Who has items already asks because of news, of which an early answer knows nothing.
      const isFirst = client.getQueryData(productsKey) === undefined;
      return (isFirst ? earlyProducts.take() : null) ?? readFirstProducts(signal);
    },
    select: ({ pages: read }): Product[] => read.flatMap(({ rows }) => rows),
  });
}

/** Orders, newest first, read in pages: an admin's all, an employee's own; `which` open: those that wait. */
export function useOrders(which: 'open' | 'all') {
  return useInfiniteQuery({
    ...paged,
    queryKey: [...ordersKey, which],
    queryFn: ({ signal, pageParam }) => {
      // Those that wait are few, and wanted whole.
      const page = which === 'open' && pageParam === '' ? {} : pageOf(pageParam);
      const query = { ...page, open: which === 'open' ? '1' : '0' } as const;
      return callPage(listOrders, { query }, { signal });
    },
    select: ({ pages: read }): Order[] => read.flatMap(({ rows }) => rows),
  });
}

/** Reads again what the store's screen shows and what is counted on its room. */
export function useReloadStore(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await Promise.all([
      client.invalidateQueries({ queryKey: productsKey }),
      client.invalidateQueries({ queryKey: ordersKey }),
      client.invalidateQueries(badgesQuery),
    ]);
  };
}

/** Keeps items and orders in step with the server while the page is open. */
export function useLiveStore(): void {
  const client = useQueryClient();
  useEffect(() => {
    const connection = connectionOf(client);
    const products = atMostEvery(livePause, () => {
      void client.invalidateQueries({ queryKey: productsKey });
    });
    const orders = atMostEvery(livePause, () => {
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

/** Takes an item out of the store. */
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

/** Orders an item; the stock is read again whatever comes of it. */
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

/** Moves an order on, from the version that was seen. */
export function useUpdateOrder() {
  const reload = useReloadStore();
  return useMutation({
    mutationFn: ({ order: { id, version }, status }: OrderChange) =>
      call(updateOrder, { params: { id }, body: { status, version } }),
    onSettled: reload,
  });
}
