import type { Message, sendAttachment } from '#contract/chat.ts';
import { chat as messages } from '#contract/messages/chat.ts';
import type { BodyOf, ReplyOf } from '#contract/wire/endpoint.ts';
import type { AppContext } from '../../platform/app-context.ts';
import type { TokenBucket } from '../../platform/limits/limiter.ts';
import { tooMany } from '../../platform/runtime/errors.ts';
import type { TemporaryFile } from '../../platform/uploads/receive-upload.ts';
import type { Actor } from '../../platform/writes/writes.ts';
import { storeObject } from '../files/files.service.ts';
import { selectByClientId } from './chat.queries.ts';
import { storeMessage } from './chat-sending.ts';
import { checkWriting, type Draft, messageDto } from './chat-writing.ts';

type Reply = ReplyOf<typeof sendAttachment>;

/** The message already sent under this client id, or null. Rejects before any bytes are stored. */
async function sentBefore(
  ctx: AppContext,
  { senderId, receiverId, clientId }: Draft & { clientId: string },
): Promise<Message | null> {
  const known = await selectByClientId(ctx.db, senderId, clientId);
  if (known) return messageDto(known);
  await checkWriting(ctx.db, senderId, receiverId);
  return null;
}

/** Counts a file as a message and checks who may write to whom, before a photo is decoded in vain. */
export async function checkSending(
  ctx: AppContext,
  receiverId: number,
  { content, clientId }: BodyOf<typeof sendAttachment>,
  { userId }: Actor,
  pace: TokenBucket,
): Promise<void> {
  const retryAfter = pace.take(userId);
  if (retryAfter > 0) throw tooMany(retryAfter, messages.tooMany);
  await sentBefore(ctx, { senderId: userId, receiverId, content, clientId });
}

/**
 * Sends a file, with or without text, and updates both people's open pages.
 * A repeated clientId returns the stored message and discards the new bytes.
 */
export async function sendFile(
  ctx: AppContext,
  receiverId: number,
  { content, clientId }: BodyOf<typeof sendAttachment>,
  upload: TemporaryFile | null,
  actor: Actor,
): Promise<Reply> {
  if (!upload) throw new Error('the endpoint requires a file');
  const draft = { senderId: actor.userId, receiverId, content, clientId };
  const before = await sentBefore(ctx, draft);
  if (before) return { message: messages.sent, id: before.id, sent: before };
  const { width = null, height = null } = upload;
  const written = await storeObject(ctx, 'messages', upload, async (object) => {
    const reply = await storeMessage(ctx, actor, { ...draft, object, width, height });
    return { reply, replayed: !reply.isNew };
  });
  return { message: messages.sent, id: written.message.id, sent: written.message };
}
