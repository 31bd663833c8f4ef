import { CallError, type Endpoint } from '#contract/endpoint.ts';
import { listPosts } from '#contract/spotlight.ts';
import { callPage } from '#web/lib/api.ts';

/** The first page is small, so that its pictures are there at once. */
const firstPage = '12';
/** How long (ms) an answer that nobody has taken yet is news. */
const freshFor = 5000;

/** Whether this server has PUBLIC_SPOTLIGHT=off; learned from its first 401. */
let isClosed = false;

/** Makes a public call as SPEC.md says, without the token, and with it where the server lets no stranger in. */
export async function openly<E extends Endpoint, T>(
  endpoint: E,
  ask: (endpoint: E) => Promise<T>,
): Promise<T> {
  if (!isClosed) {
    try {
      return await ask(endpoint);
    } catch (error) {
      if (!(error instanceof CallError && error.status === 401)) throw error;
      isClosed = true;
    }
  }
  return ask({ ...endpoint, access: 'signed-in' });
}

/** Reads the newest posts. */
export function readFirstPosts(signal?: AbortSignal) {
  return openly(listPosts, (endpoint) =>
    callPage(endpoint, { query: { limit: firstPage } }, { signal }),
  );
}

let asked: { page: ReturnType<typeof readFirstPosts>; at: number } | null = null;

/** Asks for the newest posts while the page's scripts are still on their way: a round trip less on the road. */
export function askForPosts(): void {
  const page = readFirstPosts();
  // Whoever takes the answer says what went wrong.
  page.catch(() => undefined);
  asked = { page, at: Date.now() };
}

/** What was asked for early, once; null when there is nothing. Everybody reads the same posts. */
export function takePosts(): ReturnType<typeof readFirstPosts> | null {
  const taken = asked;
  asked = null;
  return taken && Date.now() - taken.at < freshFor ? taken.page : null;
}
