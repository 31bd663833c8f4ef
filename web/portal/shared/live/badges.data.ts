import { queryOptions, useQuery } from '@tanstack/react-query';
import { unreadTotal } from '#contract/chat.ts';
import { badges } from '#contract/portal.ts';
import { call } from '#web/lib/api/api.ts';

export const badgesQuery = queryOptions({
  queryKey: ['badges'],
  queryFn: ({ signal }) => call(badges, {}, { signal }),
  meta: { offline: true },
});

export const unreadTotalQuery = queryOptions({
  queryKey: ['unread-total'],
  queryFn: ({ signal }) => call(unreadTotal, {}, { signal }),
  meta: { offline: true },
});

/** Query key of the chat's list of conversations. */
export const conversationsKey = ['conversations'] as const;

/** The counts of items that need the user's attention. */
export function useBadges(enabled = true) {
  return useQuery({ ...badgesQuery, enabled });
}

export function useUnreadTotal() {
  return useQuery(unreadTotalQuery);
}
