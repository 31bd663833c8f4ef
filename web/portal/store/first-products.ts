import { listProducts } from '#contract/store.ts';
import { callPage } from '#web/lib/api.ts';
import { EarlyAnswer } from '../frame/early-answer.ts';

/** The first page is a screenful or two, so that its pictures come at once. */
const firstPage = '48';

/** Reads the newest items. */
export function readFirstProducts(signal?: AbortSignal) {
  return callPage(listProducts, { query: { limit: firstPage } }, { signal });
}

/** The newest items, asked for on the way into the store. */
export const earlyProducts = new EarlyAnswer(() => readFirstProducts());
