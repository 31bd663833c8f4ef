import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type Message, messagesReadEvent, receiveMessageEvent } from '#contract/chat.ts';
import { documentsEvent } from '#contract/documents.ts';
import { type Notification, notificationEvent } from '#contract/notifications.ts';
import { badgesEvent } from '#contract/portal.ts';
import { currentUser } from '#contract/session.ts';
import { call } from '#web/lib/api.ts';
import { atMostEvery } from '#web/lib/at-most-every.ts';
import { readToken, sessionOf } from '#web/lib/session.ts';
import { hasWaiting } from '../chat/engine/waiting-keys.ts';
import { documentsKey } from '../files/documents-key.ts';
import { noticesQuery, putNotice, sendingKey } from '../notifications/notifications.data.ts';
import { badgesQuery } from './badges.data.ts';
import { connectionOf } from './connection.ts';
import { say } from './say.tsx';
import { unreadOf } from './unread.ts';

/** The most of a notice that is shown in passing, in characters; all of it is under the bell. */
const glance = 160;
/** Between two readings of the documents (ms): a training that goes to a thousand is opened a thousand times. */
const documentsPause = 2000;

/** Keeps the open page in step with the server: what happens is shown at once, and asked for after each gap. */
export function useLive(token: string | null): void {
  const client = useQueryClient();
  useEffect(() => {
    if (token === null) return;
    const { userId } = sessionOf(token, Date.now());
    const connection = connectionOf(client);
    const unread = unreadOf(client);
    const count = () => {
      void client.invalidateQueries(badgesQuery);
      void client.invalidateQueries(noticesQuery);
    };
    const documents = atMostEvery(documentsPause, () => {
      void client.invalidateQueries({ queryKey: documentsKey });
      void client.invalidateQueries(badgesQuery);
    });
    const ends = [
      connection.onState((state) => {
        if (state !== 'connected') return;
        count();
        unread.ask();
        documents.ask();
        if (userId !== null) void sendWaiting(client, userId);
      }),
      connection.on(badgesEvent, count),
      connection.on(documentsEvent, documents.ask),
      connection.on(notificationEvent, (payload) => showNotice(client, payload as Notification)),
      connection.on(receiveMessageEvent, (payload) => unread.came(payload as Message, userId ?? 0)),
      connection.on(messagesReadEvent, () => unread.ask()),
      connection.open(token, () => {
        // A session that has ended answers 401, which leads to the log-in.
        if (readToken() === token) call(currentUser).catch(() => undefined);
      }),
      documents.stop,
    ];
    return () => {
      for (const end of ends) end();
    };
  }, [client, token]);
}

function showNotice(client: QueryClient, notice: Notification): void {
  putNotice(client, notice);
  void client.invalidateQueries(badgesQuery);
  // Who sends it has it before the eyes.
  if (client.isMutating({ mutationKey: sendingKey }) > 0) return;
  const { message } = notice;
  say(message.length > glance ? `${message.slice(0, glance)}…` : message, 'info');
}

/** Sends what was left in the chat's outbox, on whichever page; the chat itself comes only where there is something. */
async function sendWaiting(client: QueryClient, userId: number): Promise<void> {
  try {
    if (!hasWaiting(localStorage, userId)) return;
    const { engineOf } = await import('../chat/engine/engine-of.ts');
    engineOf(client, userId);
  } catch {
    // Without a storage nothing waits; without the script it waits for the next connect.
  }
}
