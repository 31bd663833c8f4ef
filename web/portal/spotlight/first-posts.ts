import { CallError, type Endpoint } from '#contract/endpoint.ts';
import { listPosts } from '#contract/spotlight.ts';
import { callPage } from '#web/lib/api.ts';
import { EarlyAnswer } from '../frame/early-answer.ts';

/** The first page is small, so that its pictures are there at once. */
const firstPage = '12';

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

/** The newest posts, asked for on the way to them. */
export const earlyPosts = new EarlyAnswer(() => readFirstPosts());
