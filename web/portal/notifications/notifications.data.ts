import {
  type QueryClient,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { confirmNotification } from '#contract/announcements.ts';
import { getNotificationSettings } from '#contract/notification-settings.ts';
import {
  listNotifications,
  markAllAsRead,
  markAsRead,
  type Notification,
  sendEmail,
  sendNotification,
} from '#contract/notifications.ts';
import type { CallInput } from '#contract/wire/endpoint.ts';
import { call, callPage } from '#web/lib/api/api.ts';
import { badgesQuery } from '../shared/live/badges.data.ts';
import { pressOrWait } from '../shared/offline/outbox-of.ts';

/** Of the mutations that send to everyone. */
export const sendingKey = ['send-notification'];

/** The caller's unread notifications, newest first. */
export const unreadNotificationsQuery = queryOptions({
  queryKey: ['notifications'],
  queryFn: async ({ signal }) => {
    const { notifications } = await call(
      listNotifications,
      { query: { unread: 'true' } },
      { signal },
    );
    return notifications;
  },
  meta: { offline: true },
});

/** The caller's read and unread notifications, newest first, 50 at a time. Its key is below that of the unread ones. */
export function useAllNotifications() {
  return useInfiniteQuery({
    queryKey: [...unreadNotificationsQuery.queryKey, 'all'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => {
      const query = { all: '1', limit: '50', before: pageParam };
      return callPage(listNotifications, { query }, { signal });
    },
    getNextPageParam: ({ next }) => next ?? undefined,
    meta: { offline: true },
    select: ({ pages }) => pages.flatMap(({ rows }) => rows.notifications),
  });
}

/** Marks notifications as read: every one up to an id, or those of a group. */
export function useMarkAllAsRead() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { up_to: number } | { notification_ids: number[] }) =>
      call(markAllAsRead, { body }),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries(unreadNotificationsQuery),
        client.invalidateQueries(badgesQuery),
      ]),
  });
}

/** Puts a new notification on top of the loaded list, then reloads it. */
export function putNotification(client: QueryClient, notification: Notification): void {
  client.setQueryData(unreadNotificationsQuery.queryKey, (list) =>
    list?.some((entry) => entry.notification_id === notification.notification_id)
      ? list
      : list && [notification, ...list],
  );
  void client.invalidateQueries(unreadNotificationsQuery);
}

/** Marks a notification as read and removes it from the unread list. */
export function useMarkAsRead() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (notification_id: number) => call(markAsRead, { body: { notification_id } }),
    onSuccess: (_, id) => {
      client.setQueryData(unreadNotificationsQuery.queryKey, (list) =>
        list?.filter((notification) => notification.notification_id !== id),
      );
    },
    onSettled: () =>
      Promise.all([
        client.invalidateQueries(unreadNotificationsQuery),
        client.invalidateQueries(badgesQuery),
      ]),
  });
}

/** Confirms a notification, which also marks it as read. */
export function useConfirmNotification() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => pressOrWait(client, confirmNotification, { params: { id } }),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries(unreadNotificationsQuery),
        client.invalidateQueries(badgesQuery),
      ]),
  });
}

interface Broadcast<B> {
  body: B;
  idempotencyKey: string;
}

/** Sends a notification to everyone, once per key. */
export function useSendNotification() {
  return useMutation({
    mutationKey: sendingKey,
    mutationFn: ({ body, idempotencyKey }: Broadcast<CallInput<typeof sendNotification>['body']>) =>
      call(sendNotification, { body }, { idempotencyKey }),
  });
}

/** Mails everyone, once per key. */
export function useSendMail() {
  return useMutation({
    mutationKey: sendingKey,
    mutationFn: ({ body, idempotencyKey }: Broadcast<CallInput<typeof sendEmail>['body']>) =>
      call(sendEmail, { body }, { idempotencyKey }),
  });
}

/** How the caller gets each kind of notification; asked anew by each dialog, whose form keeps what it was filled from. */
export const settingsQuery = queryOptions({
  queryKey: ['notification-settings'],
  gcTime: 0,
  queryFn: ({ signal }) => call(getNotificationSettings, {}, { signal }),
});
