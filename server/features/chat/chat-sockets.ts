import { type SendAck, sendMessageEvent, typingEvent, typingInput } from '#contract/chat.ts';
import { sendMessageInput } from '#contract/message-input.ts';
import { chat as chatMessages } from '#contract/messages/chat.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { parse } from '../../platform/http/validation.ts';
import type { TokenBucket } from '../../platform/limits/limiter.ts';
import type { PageEvent } from '../../platform/realtime/realtime.ts';
import { forbidden, HttpError, invalid, tooMany } from '../../platform/runtime/errors.ts';
import { publishTyping, sendMessage } from './chat-sending.ts';

/** Pages send a typing event every few seconds. */
const typing = { burst: 10, perSecond: 2 };

/** Handles messages and typing events from open pages. */
export function listenToChat(ctx: AppContext, messagePace: TokenBucket): void {
  const typingPace = ctx.limits.tokenBucket(typing.burst, typing.perSecond);

  // Await nothing before `sendMessage`: a socket's messages must reach it in order.
  ctx.realtime.listen(sendMessageEvent, async (event): Promise<SendAck> => {
    const { user, ip, socketId } = event;
    const retryAfter = messagePace.take(user.userId);
    if (retryAfter > 0) throw tooMany(retryAfter, chatMessages.tooMany);
    const message = readMessage(event);
    if (!message) {
      ctx.auditEvents.note({ userId: user.userId, ip, action: 'message.foreign' });
      throw forbidden(chatMessages.foreignSender);
    }
    const { receiverId, content, clientId = null } = message;
    const draft = { senderId: user.userId, receiverId, content, clientId };
    const actor = { userId: user.userId, ip, jti: user.jti };
    const { message: sent } = await sendMessage(ctx, actor, draft, socketId);
    return { success: true, message: sent };
  });

  ctx.realtime.listen(typingEvent, async ({ user, payload }) => {
    if (typingPace.take(user.userId) === 0) {
      const { receiverId } = parse(typingInput, payload);
      await publishTyping(ctx, { senderId: user.userId, receiverId });
    }
    return { success: true };
  });
}

/** The message; null if its sender isn't the user of the socket. */
function readMessage({ user, payload }: PageEvent) {
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) {
    throw invalid({}, chatMessages.malformed);
  }
  try {
    const message = parse(sendMessageInput, payload);
    const { senderId = user.userId } = message;
    return senderId === user.userId ? message : null;
  } catch (error) {
    if (error instanceof HttpError && error.fields?.senderId !== undefined) return null;
    throw error;
  }
}
