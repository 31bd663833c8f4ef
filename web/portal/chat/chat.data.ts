import { keepPreviousData, queryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { listConversations, searchMessages } from '#contract/chat.ts';
import { call, callPage } from '#web/lib/api.ts';
import { conversationsKey } from '../shared/badges.data.ts';

export const conversationsQuery = queryOptions({
  queryKey: conversationsKey,
  queryFn: ({ signal }) => call(listConversations, {}, { signal }),
  meta: { offline: true },
});

/** The user's messages with every word of `q`, newest first, 50 at a time; no request for a blank `q`. */
export function useMessageSearch(q: string) {
  const words = q.trim();
  return useInfiniteQuery({
    queryKey: ['message-search', words],
    queryFn: ({ signal, pageParam }) => {
      const query = { q: words, limit: '50', ...(pageParam !== '' && { before: pageParam }) };
      return callPage(searchMessages, { query }, { signal });
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    enabled: words !== '',
  });
}
