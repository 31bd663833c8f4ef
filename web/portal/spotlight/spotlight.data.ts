import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { listPosts, type Post } from '#contract/spotlight.ts';
import { CallError, type Endpoint } from '#contract/wire/endpoint.ts';
import { callPage } from '#web/lib/api/api.ts';
import { pagedList } from '../shared/records/paged-list.ts';

export const postsKey = ['spotlight-posts'];

/** The first page is small, so that its pictures load early. */
const pages = { first: '12', next: '100' };

/** Whether this server has PUBLIC_SPOTLIGHT=off; learned from its first 401. */
let isClosed = false;

/** Makes a public call without the token, and with it where the server requires one. */
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

function fetchPage(before: string, signal?: AbortSignal) {
  const query = before === '' ? { limit: pages.first } : { limit: pages.next, before };
  return openly(listPosts, (endpoint) => callPage(endpoint, { query }, { signal }));
}

/** The posts, newest first, in pages. */
export const postsQuery = pagedList<Post>({ queryKey: postsKey, fetchPage });

/** Reloads the posts, as many as are on the screen. */
export function useReloadPosts(): () => void {
  const client = useQueryClient();
  return useCallback(() => void client.invalidateQueries({ queryKey: postsKey }), [client]);
}
