import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type Message, messagesReadEvent, receiveMessageEvent } from '#contract/chat.ts';
import { documentsEvent } from '#contract/documents.ts';
import { type Notification, notificationEvent } from '#contract/notifications.ts';
import { badgesEvent } from '#contract/portal.ts';
import { currentUser } from '#contract/session.ts';
import { settlementQuestionsEvent } from '#contract/settlement-questions.ts';
import { call } from '#web/lib/api/api.ts';
import { throttle } from '#web/lib/api/throttle.ts';
import { readToken, sessionOf } from '#web/lib/session/session.ts';
import {
  putNotification,
  sendingKey,
  unreadNotificationsQuery,
} from '../notifications/notifications.data.ts';
import { badgesQuery } from '../shared/live/badges.data.ts';
import { documentsKey, questionsKey } from '../shared/live/live-keys.ts';
import { connectionOf } from '../shared/live/live-updates.ts';
import { unreadOf } from '../shared/live/unread.ts';
import { isMessage } from '../shared/offline/entries.ts';
import { openOutbox, outboxOf } from '../shared/offline/outbox-of.ts';
import { toast } from '../shared/toast.tsx';
import { deviceFor } from './device-data.ts';

/** Maximum characters of a notification in a toast; the bell shows all of it. */
const glance = 160;
/** Minimum pause between two reloads of documents (ms): a training for 1,000 people causes 1,000 events. */
const documentsPause = 2000;

/** Live updates: applies events of the connection and reloads everything after a reconnect. */
export function useLive(token: string | null): void {
  const client = useQueryClient();
  useEffect(() => {
    if (token === null) return;
    const { userId } = sessionOf(token, Date.now());
    const connection = connectionOf(client);
    const unread = unreadOf(client);
    const count = () => {
      void client.invalidateQueries(badgesQuery);
      void client.invalidateQueries(unreadNotificationsQuery);
    };
    const documents = throttle(documentsPause, () => {
      void client.invalidateQueries({ queryKey: documentsKey });
      void client.invalidateQueries(badgesQuery);
    });
    const ends = [
      connection.onState((state) => {
        if (state !== 'connected') return;
        count();
        unread.reload();
        documents.run();
        outboxOf(client).drain();
        if (userId !== null) void sendWaiting(client, userId);
      }),
      connection.on(badgesEvent, count),
      connection.on(documentsEvent, documents.run),
      connection.on(settlementQuestionsEvent, () =>
        client.invalidateQueries({ queryKey: questionsKey }),
      ),
      connection.on(notificationEvent, (payload) =>
        showNotification(client, payload as Notification),
      ),
      connection.on(receiveMessageEvent, (payload) =>
        unread.receive(payload as Message, userId ?? 0),
      ),
      connection.on(messagesReadEvent, () => unread.reload()),
      connection.open(token, () => {
        // With an ended session the call gets 401, which redirects to /login.
        if (readToken() === token) call(currentUser).catch(() => undefined);
      }),
      documents.stop,
      openOutbox(client),
      // Another user's session may have expired on this device.
      userId === null ? () => undefined : deviceFor(client, userId),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, [client, token]);
}

function showNotification(client: QueryClient, notification: Notification): void {
  putNotification(client, notification);
  void client.invalidateQueries(badgesQuery);
  // The sender needs no toast.
  if (client.isMutating({ mutationKey: sendingKey }) > 0) return;
  const { message } = notification;
  toast.show(message.length > glance ? `${message.slice(0, glance)}…` : message, 'info');
}

/** Sends unsent chat messages on any page; loads the chat engine only if there are any. */
async function sendWaiting(client: QueryClient, userId: number): Promise<void> {
  try {
    const { entries } = outboxOf(client);
    await entries.refresh();
    if (!entries.view().some(isMessage)) return;
    const { engineOf } = await import('../chat/engine/engine.ts');
    engineOf(client, userId);
  } catch {
    // The script failed to load: the next connect tries again.
  }
}
