import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { unreadTotal } from '#contract/chat.ts';
import { badges, seeApplications } from '#contract/portal.ts';
import { call } from '#web/lib/api.ts';

export const badgesQuery = queryOptions({
  queryKey: ['badges'],
  queryFn: ({ signal }) => call(badges, {}, { signal }),
});

export const unreadTotalQuery = queryOptions({
  queryKey: ['unread-total'],
  queryFn: ({ signal }) => call(unreadTotal, {}, { signal }),
});

/** Of the list of conversations, which the chat reads. */
export const conversationsKey = ['conversations'] as const;

/** What waits for the caller, by room. */
export function useBadges(enabled = true) {
  return useQuery({ ...badgesQuery, enabled });
}

/** How many chat messages the caller has not read. */
export function useUnreadTotal() {
  return useQuery(unreadTotalQuery);
}

/**
 * Says that the applications are being looked at, once they are there and again for each that comes.
 * `reload` brings the newcomers onto the screen.
 */
export function useSeeApplications(shown: boolean, reload: () => void): void {
  const client = useQueryClient();
  const fresh = useBadges().data?.new_applications ?? 0;
  const seen = useRef(false);

  useEffect(() => {
    if (!shown || (seen.current && fresh === 0)) return;
    if (seen.current) reload();
    seen.current = true;
    // SPEC.md has no word for a count that stays: it is said again when the next one comes.
    call(seeApplications).then(
      () => client.invalidateQueries(badgesQuery),
      () => undefined,
    );
  }, [shown, fresh, reload, client]);
}
