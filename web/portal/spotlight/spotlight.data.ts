import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { CallError, type Endpoint } from '#contract/endpoint.ts';
import { deletePost, listPosts, type Post } from '#contract/spotlight.ts';
import { call, callPage } from '#web/lib/api.ts';

const postsKey = ['spotlight-posts'];

/** The first page is small, so that its pictures are there at once; who reads on wants the rest soon. */
const pages = { first: '12', next: '100' };

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

/** The posts, newest first, read on page by page. */
export function usePosts() {
  return useInfiniteQuery({
    queryKey: postsKey,
    queryFn: ({ signal, pageParam }) => {
      const query =
        pageParam === '' ? { limit: pages.first } : { limit: pages.next, before: pageParam };
      return openly(listPosts, (endpoint) => callPage(endpoint, { query }, { signal }));
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    select: ({ pages: read }): Post[] => read.flatMap(({ rows }) => rows),
  });
}

/** Reads the posts again, as many as are on the screen. */
export function useReloadPosts(): () => void {
  const client = useQueryClient();
  return useCallback(() => void client.invalidateQueries({ queryKey: postsKey }), [client]);
}

/** Deletes a post with its reactions. */
export function useDeletePost() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call(deletePost, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: postsKey }),
  });
}
