import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { deletePost, listPosts, type Post } from '#contract/spotlight.ts';
import { call, callPage } from '#web/lib/api.ts';
import { earlyPosts, openly, readFirstPosts } from './first-posts.ts';

const postsKey = ['spotlight-posts'];

/** Posts that are read at once by who reads on. */
const nextPage = '100';

/** The posts, newest first, read on page by page. */
export function usePosts() {
  return useInfiniteQuery({
    queryKey: postsKey,
    queryFn: ({ client, signal, pageParam }) => {
      if (pageParam === '') {
        // Who has posts already asks because of news, of which an early answer knows nothing.
        const isFirst = client.getQueryData(postsKey) === undefined;
        return (isFirst ? earlyPosts.take() : null) ?? readFirstPosts(signal);
      }
      const query = { limit: nextPage, before: pageParam };
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
