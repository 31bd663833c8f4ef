/** Messages without a page: stored as the service stores them, and browsers that want to be told. */
import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import { type Draft, type Written, writeMessage } from '#server/features/chat/chat-writing.ts';
import type { TestApp, TestPerson } from './app.ts';

/** A message from one to another; a refusal is thrown. */
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

/** A subscription as browsers make them, at a service that is known. */
export function subscriptionOf() {
  const keys = createECDH('prime256v1');
  return {
    endpoint: `https://fcm.googleapis.com/fcm/send/${randomUUID()}`,
    p256dh: keys.generateKeys().toString('base64url'),
    auth: randomBytes(16).toString('base64url'),
  };
}
