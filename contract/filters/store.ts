import type { Order } from '../orders.ts';
import type { Product } from '../store.ts';
import { matches } from '../text/text-match.ts';
import { filterOf } from './list-filter.ts';

export const productsFilter = filterOf<Product, { q: string }>({
  none: { q: '' },
  matches: ({ title, description }, { q }) => matches(q, `${title} ${description}`),
});

export const ordersFilter = filterOf<Order, { q: string }>({
  none: { q: '' },
  matches: ({ title, note, ordered_by }, { q }) => matches(q, `${title} ${note} ${ordered_by}`),
});
