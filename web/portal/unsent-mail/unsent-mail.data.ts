import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { discardMail, listUnsentMail, retryMail } from '#contract/unsent-mail.ts';
import { call } from '#web/lib/api/api.ts';
import { badgesQuery, useBadges } from '../shared/live/badges.data.ts';

const unsentMailQuery = queryOptions({
  queryKey: ['unsent-mail'],
  queryFn: ({ signal }) => call(listUnsentMail, {}, { signal }),
});

/** Mail that couldn't be sent, latest failure first; reloaded when the count in the navigation changes. */
export function useUnsentMail() {
  const client = useQueryClient();
  const count = useBadges().data?.unsent_mail;
  useEffect(() => {
    if (count !== undefined) void client.invalidateQueries(unsentMailQuery);
  }, [count, client]);
  return useQuery(unsentMailQuery);
}

/** Reloads the list and the count after a write. */
function useReload() {
  const client = useQueryClient();
  return async () => {
    await Promise.all([
      client.invalidateQueries(unsentMailQuery),
      client.invalidateQueries(badgesQuery),
    ]);
  };
}

export function useRetryMail() {
  const reload = useReload();
  return useMutation({
    mutationFn: (id: number) => call(retryMail, { params: { id } }),
    onSettled: reload,
  });
}

export function useDiscardMail() {
  const reload = useReload();
  return useMutation({
    mutationFn: (id: number) => call(discardMail, { params: { id } }),
    onSettled: reload,
  });
}
