/** Chat messages stored by the service, and push subscriptions. */
import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import { type Draft, type Written, writeMessage } from '#server/features/chat/chat-writing.ts';
import type { TestApp, TestPerson } from './app.ts';

/** Stores a message; throws when the service rejects it. */
export function writeFrom(
  t: TestApp,
  from: TestPerson,
  to: TestPerson,
  content = `Load ${randomUUID()}`,
  more: Partial<Draft> = {},
): Promise<Written> {
  const draft = { senderId: from.userId, receiverId: to.userId, content, clientId: null, ...more };
  return t.ctx.db.transaction().execute((tx) => writeMessage(tx, t.ctx, draft));
}

/** A push subscription at a known service. */
export function subscriptionOf() {
  const keys = createECDH('prime256v1');
  return {
    endpoint: `https://fcm.googleapis.com/fcm/send/${randomUUID()}`,
    p256dh: keys.generateKeys().toString('base64url'),
    auth: randomBytes(16).toString('base64url'),
  };
}
