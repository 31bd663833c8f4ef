import { queryOptions, useQuery } from '@tanstack/react-query';
import { getNotificationSettings } from '#contract/notification-settings.ts';
import { call } from '#web/lib/api/api.ts';

export const settingsQuery = queryOptions({
  queryKey: ['notification-settings'],
  queryFn: ({ signal }) => call(getNotificationSettings, {}, { signal }),
});

/** How the caller gets each kind of notification. */
export function useNotificationSettings() {
  return useQuery(settingsQuery);
}
