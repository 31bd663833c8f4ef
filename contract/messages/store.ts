import { field } from './general.ts';

/** Sentences of the store and of its orders (SPEC.md sections 5 and 8). */
export const store = {
  title: 'Employee Store',
  fieldsMissing: 'Title, description, and price are required',
  imageMissing: 'Please choose an image for a new product',
  added: 'Product added successfully!',
  updated: 'Product updated successfully!',
  deleted: 'Product deleted successfully!',
  deleteFailed: 'Failed to delete product.',
  saveFailed: 'Error saving product',
  fetchFailed: 'Failed to fetch products.',
  none: 'There is nothing in the store yet.',
  noMatch: 'No item matches this search.',
  gone: 'This item is no longer in the store. The list is up to date again.',
  confirmDelete: 'Are you sure you want to delete this product?',
  deletesWith: ({ title }: { title: string }) => `${title} leaves the store. Its orders stay.`,
  confirmDiscard: 'Discard what you typed about this item?',
  uploadCancelled: 'Upload cancelled. Nothing was stored.',
  stockHint: 'Left empty it is not counted.',
  stockChanged: (stock: number | null) =>
    `Orders have changed the stock in the meantime: it is ${stock ?? 'not counted'} now. Look at it and save again.`,
  left: (stock: number) => (stock === 0 ? 'Sold out' : `${stock.toLocaleString('en-US')} left`),
  notEnough: (stock: number) =>
    stock === 0
      ? 'This item is sold out. Ask the office when more will come.'
      : `There are only ${stock.toLocaleString('en-US')} left. Please order fewer.`,
  ordered: 'Your order is with the office.',
  orderFailed: 'The order did not arrive. Please send it again.',
  ordersFailed: 'Failed to fetch orders.',
  noOrders: 'No orders yet.',
  noOpenOrders: 'No order waits.',
  noOrderMatch: 'No order matches this search.',
  orderUpdated: 'Order updated.',
  orderUpdateFailed: 'The order was not changed. Please try again.',
  badStatus: field.choice(['open', 'ready', 'handed_over', 'cancelled']),
  openFilter: field.choice(['0', '1']),
  isFinal: (status: 'handed_over' | 'cancelled') =>
    `This order is ${status === 'cancelled' ? 'cancelled' : 'handed over'} already and stays so.`,
  notBack: 'An order that is ready does not go back to open. Cancel it instead.',
  onlyCancel:
    'You can cancel an order of yours while it is open. Call the office for anything else.',
  confirmCancel: (title: string) => `Cancel the order of "${title}"?`,
  statuses: {
    open: 'Open',
    ready: 'Ready to fetch',
    handed_over: 'Handed over',
    cancelled: 'Cancelled',
  },
  notices: {
    ordered: (who: string, what: string) => `${who} has ordered ${what}. You find it under Store.`,
    ready: (what: string) => `Your order is ready to fetch at the office: ${what}.`,
    handed_over: (what: string) => `Your order was handed over: ${what}.`,
    cancelled: (what: string) => `Your order was cancelled by the office: ${what}.`,
    withdrawn: (who: string, what: string) => `${who} has cancelled the order of ${what}.`,
  },
} as const;
