import {
  type QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { CallInput } from '#contract/endpoint.ts';
import {
  listNotifications,
  markAsRead,
  type Notification,
  sendEmail,
  sendNotification,
} from '#contract/notifications.ts';
import { call } from '#web/lib/api.ts';
import { badgesQuery } from '../frame/badges.data.ts';

/** Of the mutation that sends a notice. */
export const sendingKey = ['send-notification'];

export const noticesQuery = queryOptions({
  queryKey: ['notifications'],
  queryFn: async ({ signal }) => {
    const { notifications } = await call(
      listNotifications,
      { query: { unread: 'true' } },
      { signal },
    );
    return notifications;
  },
});

/** The caller's unread notices, newest first. */
export function useNotices() {
  return useQuery(noticesQuery);
}

/** Puts a notice that has just come on top of the list, if there is one yet; asks for it otherwise. */
export function putNotice(client: QueryClient, notice: Notification): void {
  client.setQueryData(noticesQuery.queryKey, (list) =>
    list?.some((entry) => entry.notification_id === notice.notification_id)
      ? list
      : list && [notice, ...list],
  );
  void client.invalidateQueries(noticesQuery);
}

/** Marks a notice as read and takes it off the list. */
export function useMarkAsRead() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (notification_id: number) => call(markAsRead, { body: { notification_id } }),
    onSuccess: (_, id) => {
      client.setQueryData(noticesQuery.queryKey, (list) =>
        list?.filter((notice) => notice.notification_id !== id),
      );
    },
    onSettled: () =>
      Promise.all([client.invalidateQueries(noticesQuery), client.invalidateQueries(badgesQuery)]),
  });
}

interface Sending<B> {
  body: B;
  idempotencyKey: string;
}

/** Sends a notice to everybody; the same key again sends nothing. */
export function useSendNotice() {
  return useMutation({
    mutationKey: sendingKey,
    mutationFn: ({ body, idempotencyKey }: Sending<CallInput<typeof sendNotification>['body']>) =>
      call(sendNotification, { body }, { idempotencyKey }),
  });
}

/** Mails everybody; the same key again mails nobody. */
export function useSendMail() {
  return useMutation({
    mutationKey: sendingKey,
    mutationFn: ({ body, idempotencyKey }: Sending<CallInput<typeof sendEmail>['body']>) =>
      call(sendEmail, { body }, { idempotencyKey }),
  });
}
