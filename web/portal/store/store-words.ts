import type { Order } from '#contract/orders.ts';
import type { Product } from '#contract/store.ts';
import { matches } from '#web/lib/text-match.ts';

/** The items with all the words somewhere in title or description. */
export function searchedProducts(list: readonly Product[], search: string): readonly Product[] {
  if (search.trim() === '') return list;
  return list.filter(({ title, description }) => matches(search, `${title} ${description}`));
}

/** The orders with all the words somewhere in item, note or name. */
export function searchedOrders(list: readonly Order[], search: string): readonly Order[] {
  if (search.trim() === '') return list;
  return list.filter(({ title, note, ordered_by }) =>
    matches(search, `${title} ${note} ${ordered_by}`),
  );
}

/** What was ordered, in a few words: '2 × Cap, size L'. */
export function whatOf({ quantity, title, note }: Order): string {
  return `${quantity} × ${title}${note && `, ${note}`}`;
}

/** Whether somebody still has to do something about it. */
export function isWaiting({ status }: Order): boolean {
  return status === 'open' || status === 'ready';
}

/** Those that nobody has set ready yet before those that wait to be fetched. */
export function openFirst(list: readonly Order[]): readonly Order[] {
  return list.toSorted((one, other) => Number(isReady(one)) - Number(isReady(other)));
}

/** What can be fetched before what cannot. */
export function readyFirst(list: readonly Order[]): readonly Order[] {
  return list.toSorted((one, other) => Number(isReady(other)) - Number(isReady(one)));
}

function isReady({ status }: Order): boolean {
  return status === 'ready';
}
