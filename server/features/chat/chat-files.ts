import type { Message, sendAttachment } from '#contract/chat.ts';
import type { BodyOf, ReplyOf } from '#contract/endpoint.ts';
import { chat as say } from '#contract/messages/chat.ts';
import { isUniqueViolation } from '../../database/faults.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Ground } from '../../platform/ground.ts';
import type { Pace } from '../../platform/limits.ts';
import type { TemporaryFile } from '../../platform/uploads.ts';
import { storeObject } from '../files/files.service.ts';
import { selectByClientIds } from './chat.queries.ts';
import { tellWritten } from './chat-sending.ts';
import {
  checkWriting,
  type Draft,
  presentMessage,
  type Written,
  writeMessage,
} from './chat-writing.ts';

type Reply = ReplyOf<typeof sendAttachment>;

/** What was sent under that name before; null: nothing. A refusal is thrown before any bytes are kept. */
async function sentBefore(
  ground: Ground,
  { senderId, receiverId, clientId }: Draft & { clientId: string },
): Promise<Message | null> {
  const [known] = await selectByClientIds(ground.db, [{ senderId, clientId }]);
  if (known) return presentMessage(known);
  await checkWriting(ground.db, senderId, receiverId);
  return null;
}

/** Stores the message with the row of its file; of two that come at once under one name the second finds the first. */
async function write(ground: Ground, draft: Draft): Promise<Written> {
  const once = () => ground.db.transaction().execute((tx) => writeMessage(tx, ground, draft));
  return once().catch((error: unknown) => {
    if (isUniqueViolation(error, 'client_id')) return once();
    throw error;
  });
}

/**
 * Sends a file to that user, with a text or without, and tells both people's open pages.
 * The same clientId again is answered with what was stored the first time, and its bytes go again.
 */
export async function sendFile(
  ground: Ground,
  receiverId: number,
  { content, clientId }: BodyOf<typeof sendAttachment>,
  upload: TemporaryFile | null,
  { userId, pace }: { userId: number; pace: Pace },
): Promise<Reply> {
  if (!upload) throw new Error('the endpoint asks for a file');
  const retryAfter = pace.take(userId);
  if (retryAfter > 0) throw new Refusal(429, say.tooMany, { retryAfter });
  const draft = { senderId: userId, receiverId, content, clientId };
  const before = await sentBefore(ground, draft);
  if (before) return { message: say.sent, id: before.id, sent: before };
  const { width = null, height = null } = upload;
  const written = await storeObject(ground, 'messages', upload, async (object) => {
    const reply = await write(ground, { ...draft, object, width, height });
    return { reply, replayed: !reply.isNew };
  });
  tellWritten(ground, written);
  return { message: say.sent, id: written.message.id, sent: written.message };
}
