import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { documentsEvent } from '#contract/documents.ts';
import { type Notification, notificationEvent } from '#contract/notifications.ts';
import { badgesEvent } from '#contract/portal.ts';
import { currentUser } from '#contract/session.ts';
import { call } from '#web/lib/api.ts';
import { atMostEvery } from '#web/lib/at-most-every.ts';
import { readToken } from '#web/lib/session.ts';
import { openSocket } from '#web/lib/socket.ts';
import { documentsKey } from '../files/documents-key.ts';
import { noticesQuery, putNotice, sendingKey } from '../notifications/notifications.data.ts';
import { badgesQuery, unreadTotalQuery } from './badges.data.ts';
import { say } from './say.tsx';

/** The most of a notice that is shown in passing, in characters; all of it is under the bell. */
const glance = 160;
/** Between two readings of the documents (ms): a training that goes to a thousand is opened a thousand times. */
const documentsPause = 2000;

/** Keeps the open page in step with the server: what happens is shown at once, and asked for after each gap. */
export function useLive(token: string | null): void {
  const client = useQueryClient();
  useEffect(() => {
    if (token === null) return;
    const count = () => {
      void client.invalidateQueries(badgesQuery);
      void client.invalidateQueries(noticesQuery);
      void client.invalidateQueries(unreadTotalQuery);
    };
    const documents = atMostEvery(documentsPause, () => {
      void client.invalidateQueries({ queryKey: documentsKey });
      void client.invalidateQueries(badgesQuery);
    });
    const close = openSocket(token, {
      onConnect: () => {
        count();
        documents.ask();
      },
      onRefused: () => {
        // A session that has ended answers 401, which leads to the log-in.
        if (readToken() === token) call(currentUser).catch(() => undefined);
      },
      on: {
        [badgesEvent]: count,
        [documentsEvent]: documents.ask,
        [notificationEvent]: (payload) => {
          const notice = payload as Notification;
          putNotice(client, notice);
          void client.invalidateQueries(badgesQuery);
          // Who sends it has it before the eyes.
          if (client.isMutating({ mutationKey: sendingKey }) > 0) return;
          const { message } = notice;
          say(message.length > glance ? `${message.slice(0, glance)}…` : message, 'info');
        },
      },
    });
    return () => {
      documents.stop();
      close();
    };
  }, [client, token]);
}
