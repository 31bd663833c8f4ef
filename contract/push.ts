import * as z from 'zod/mini';
import { endpoint } from './wire/endpoint.ts';
import { done, line } from './wire/fields.ts';

/** Web push to browsers whose user opted in, while no page of the portal is open. */

export const pushKey = endpoint({
  name: 'pushKey',
  method: 'GET',
  path: '/api/push/key',
  access: 'signed-in',
  summary: "The server's public key (VAPID, P-256, base64url) that a subscription is made for.",
  status: 200,
  reply: z.object({ key: z.string() }),
});

/** As the browser's PushSubscription has them. */
export const subscribePush = endpoint({
  name: 'subscribePush',
  method: 'POST',
  path: '/api/push/subscriptions',
  access: 'signed-in',
  summary:
    'This browser gets a notice when a message or a notification comes and no page of the caller is open; ends with the session. An address of an unknown push service is 400.',
  body: z.object({ endpoint: line(1000), p256dh: line(200), auth: line(100) }),
  status: 200,
  reply: done,
});

export const unsubscribePush = endpoint({
  name: 'unsubscribePush',
  method: 'POST',
  path: '/api/push/unsubscribe',
  access: 'signed-in',
  summary: 'This browser gets no more notices; also when it never did.',
  body: z.object({ endpoint: line(1000) }),
  status: 200,
  reply: done,
});
