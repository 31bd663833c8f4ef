import { translated } from '../text/languages.ts';
import { field } from './general.ts';
import * as spanish from './store.es.ts';

/** Messages of the store and its orders. */
export const store = translated(spanish.store, {
  title: 'Employee Store',
  fieldsMissing: 'Title, description, and price are required',
  noPicture: 'No picture yet',
  imageMissing: 'Please choose an image for a new product',
  added: 'Product added successfully!',
  updated: 'Product updated successfully!',
  deleted: 'Product deleted successfully!',
  deleteFailed: 'Failed to delete product.',
  saveFailed: 'Error saving product',
  fetchFailed: 'Failed to fetch products.',
  none: 'No items in the store yet.',
  noMatch: 'No items match this search.',
  gone: 'This item is no longer in the store. The list is up to date again.',
  confirmDelete: 'Are you sure you want to delete this product?',
  deletesWith: ({ title }: { title: string }) => `${title} leaves the store. Its orders stay.`,
  confirmDiscard: 'Discard your changes to this item?',
  stockHint: "Leave blank if you don't count it.",
  stockChanged: (stock: number | null) =>
    `The stock has changed: it is now ${stock ?? 'not counted'}. Review it and save again.`,
  left: (stock: number) => (stock === 0 ? 'Sold out' : `${stock.toLocaleString('en-US')} left`),
  notEnough: (stock: number) =>
    stock === 0
      ? 'This item is sold out. Ask the office when to expect more.'
      : `Only ${stock.toLocaleString('en-US')} left. Order fewer.`,
  ordered: 'Your order was sent to the office.',
  orderFailed: "Couldn't place your order. Try again.",
  ordersFailed: 'Failed to fetch orders.',
  noOrders: 'No orders yet.',
  noOpenOrders: 'No waiting orders.',
  noOrderMatch: 'No orders match this search.',
  orderUpdated: 'Order updated.',
  orderUpdateFailed: "Couldn't update the order. Try again.",
  badStatus: field.choice(['open', 'ready', 'handed_over', 'cancelled']),
  openFilter: field.choice(['0', '1']),
  isFinal: (status: 'handed_over' | 'cancelled') =>
    `This order is already ${status === 'cancelled' ? 'cancelled' : 'handed over'}.`,
  notBack: "A ready order can't be reopened. Cancel it instead.",
  onlyCancel: 'You can only cancel your own open orders. Call the office for anything else.',
  confirmCancel: (title: string) => `Cancel the order of "${title}"?`,
  statuses: {
    open: 'Open',
    ready: 'Ready for pickup',
    handed_over: 'Handed over',
    cancelled: 'Cancelled',
  },
  notices: {
    ordered: (who: string, what: string) => `${who} ordered ${what}. See it under Store.`,
    ready: (what: string) => `Your order is ready for pickup at the office: ${what}.`,
    handed_over: (what: string) => `Your order was handed over: ${what}.`,
    cancelled: (what: string) => `Your order was cancelled by the office: ${what}.`,
    withdrawn: (who: string, what: string) => `${who} cancelled the order of ${what}.`,
  },
});
