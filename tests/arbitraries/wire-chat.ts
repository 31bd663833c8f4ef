import { randomUUID } from 'node:crypto';
import { subscriptionOf } from '../harness/messages.ts';
import { pdfOf } from '../harness/multipart.ts';
import { type FieldRule, line, optionalText, type Wire } from './wire-rules.ts';

/** The calls of the chat and of notices; the tests have the users 1 and 2. */
export const chatWires: Record<string, Wire> = {
  markRead: {
    valid: () => ({ senderId: 2 }),
    fields: { senderId: { kind: 'id' }, upTo: { kind: 'id', mayBeBlank: true } },
  },
  sendAttachment: {
    valid: () => ({ content: 'The load sheet', clientId: randomUUID() }),
    fields: {
      content: { ...optionalText, max: 4000 } as FieldRule,
      clientId: { kind: 'uuid' },
    },
    file: () => pdfOf(randomUUID()),
  },
  subscribePush: {
    valid: subscriptionOf,
    fields: { endpoint: line(1000), p256dh: line(200), auth: line(100) },
  },
  unsubscribePush: {
    valid: () => ({ endpoint: subscriptionOf().endpoint }),
    fields: { endpoint: line(1000) },
  },
};
