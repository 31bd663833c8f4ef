import {
  type SendAnswer,
  sendMessageEvent,
  sendMessageInput,
  typingEvent,
  typingInput,
} from '#contract/chat.ts';
import { chat as say } from '#contract/messages/chat.ts';
import { recordAudit } from '../../platform/audit.ts';
import { forbidden, invalid, Refusal } from '../../platform/errors.ts';
import type { Ground } from '../../platform/ground.ts';
import type { Pace } from '../../platform/limits.ts';
import type { PageEvent } from '../../platform/realtime/realtime.ts';
import { parse } from '../../platform/validation.ts';
import { type Sendings, tellTyping } from './chat-sending.ts';

/** Who types says so every few seconds. */
const typing = { burst: 10, perSecond: 2 };

/** What pages send of the chat: messages, and that somebody types. */
export function listenToChat(ground: Ground, sendings: Sendings, messagePace: Pace): void {
  const typingPace = ground.limits.pace(typing.burst, typing.perSecond);

  // Nothing is waited for before `send`: the messages of a connection go there in their order.
  ground.realtime.listen(sendMessageEvent, async (event): Promise<SendAnswer> => {
    const { user, socketId } = event;
    const retryAfter = messagePace.take(user.userId);
    if (retryAfter > 0) throw new Refusal(429, say.tooMany, { retryAfter });
    const message = readMessage(event);
    if (!message) {
      await noteForeign(ground, event);
      throw forbidden(say.foreignSender);
    }
    const { receiverId, content, clientId = null } = message;
    const draft = { senderId: user.userId, receiverId, content, clientId };
    const result = await sendings.send({ draft, jti: user.jti, socketId });
    if (result instanceof Refusal) throw result;
    return { success: true, message: result.message };
  });

  ground.realtime.listen(typingEvent, async ({ user, payload }) => {
    if (typingPace.take(user.userId) === 0) {
      const { receiverId } = parse(typingInput, payload);
      await tellTyping(ground, { senderId: user.userId, receiverId });
    }
    return { success: true };
  });
}

/** The message that was sent; null in another's name. */
function readMessage({ user, payload }: PageEvent) {
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) {
    throw invalid({}, say.malformed);
  }
  try {
    const message = parse(sendMessageInput, payload);
    const { senderId = user.userId } = message;
    return senderId === user.userId ? message : null;
  } catch (error) {
    if (error instanceof Refusal && error.more.fields?.senderId !== undefined) return null;
    throw error;
  }
}

async function noteForeign(ground: Ground, { user, ip }: PageEvent): Promise<void> {
  const entry = { userId: user.userId, ip, action: 'message.foreign' };
  await recordAudit(ground.db, ground.now(), entry);
}
