import { listProducts } from '#contract/store.ts';
import { callPage } from '#web/lib/api.ts';
import { readToken } from '#web/lib/session.ts';

/** The first page is a screenful or two, so that its pictures come at once. */
const firstPage = '48';
/** How long (ms) an answer that nobody has taken yet is news. */
const freshFor = 5000;

type FirstPage = ReturnType<typeof readFirstProducts>;

let asked: { page: FirstPage; token: string | null; at: number } | null = null;

/** Reads the newest items. */
export function readFirstProducts(signal?: AbortSignal) {
  return callPage(listProducts, { query: { limit: firstPage } }, { signal });
}

/** Asks for the newest items while the page's scripts are still on their way: a round trip less on the road. */
export function askForProducts(): void {
  const page = readFirstProducts();
  // Whoever takes the answer says what went wrong.
  page.catch(() => undefined);
  asked = { page, token: readToken(), at: Date.now() };
}

/** What was asked for early, once and to the person who asked; null when there is nothing. */
export function takeProducts(): FirstPage | null {
  const taken = asked;
  asked = null;
  const isOurs = taken?.token === readToken() && Date.now() - taken.at < freshFor;
  return taken && isOurs ? taken.page : null;
}
