import { answeredEvent, receiveMessageEvent, type Typing, typingEvent } from '#contract/chat.ts';
import { push as messages } from '#contract/messages/push.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { notSignedIn } from '../../platform/runtime/errors.ts';
import { inOrder } from '../../platform/runtime/in-order.ts';
import { inLanguage } from '../../platform/runtime/languages.ts';
import { type Actor, type SessionActor, writeTransaction } from '../../platform/writes/writes.ts';
import { checkWriting, type Draft, type Written, writeMessage } from './chat-writing.ts';

/** Per sender: on PostgreSQL, transactions that begin together end in any order. */
const senderOrder = inOrder<number>();

/** Stores and publishes a message of an open page; messages of one sender in the order of the calls. */
export function sendMessage(
  ctx: AppContext,
  actor: SessionActor,
  draft: Draft,
  socketId: string,
): Promise<Written> {
  return senderOrder(actor.userId, async () => {
    await requireUse(ctx, actor.jti);
    return storeMessage(ctx, actor, draft, socketId);
  });
}

/** The session may have ended since its page connected, and by its idle timeout, too. */
async function requireUse(ctx: AppContext, jti: string): Promise<void> {
  const session = await ctx.readSession(jti);
  const { now, idleSince } = ctx.sessionActivity.openAt(ctx.now());
  if (!session || session.expires_at <= now || session.seen_at <= idleSince) throw notSignedIn();
}

/** Stores a message and publishes it after the commit, except to the page that sends. */
export function storeMessage(
  ctx: AppContext,
  actor: Actor,
  draft: Draft,
  socketId?: string,
): Promise<Written> {
  return writeTransaction(ctx, actor, async ({ tx, afterCommit }) => {
    const written = await writeMessage(tx, ctx, draft);
    afterCommit(() => publish(ctx, written, socketId));
    return written;
  });
}

/** Publishes a stored message to both people's open pages except the sending socket, and as a push to the receiver. */
function publish(ctx: AppContext, written: Written, exceptSocket?: string): void {
  if (!written.isNew) return;
  const { message, senderName, language, answered, automatic } = written;
  const people = [message.receiverId, message.senderId];
  if (exceptSocket === undefined) {
    ctx.realtime.toUsers(people, receiveMessageEvent, message);
  } else {
    ctx.realtime.toUsersExcept(exceptSocket, people, receiveMessageEvent, message);
  }
  // Also to the sending socket, and without a push: the employee has just written.
  if (automatic) ctx.realtime.toUsers(people, receiveMessageEvent, automatic);
  if (answered) ctx.realtime.toAdmins(answeredEvent, answered);
  const { attachment, content, senderId } = message;
  const attached = inLanguage(language, () =>
    attachment?.kind === 'pdf' ? messages.pdf : messages.photo,
  );
  ctx.push.toUsers([message.receiverId], {
    title: senderName,
    body: content || attached,
    url: `/chat?with=${senderId}`,
    tag: `chat ${senderId}`,
    urgency: 'high',
  });
}

/** Publishes that someone is typing to the receiver, and to the other admins when an admin types to an employee. */
export async function publishTyping(ctx: AppContext, typing: Typing): Promise<void> {
  const { senderId, receiverId } = typing;
  const { sender, receiver } = await checkWriting(ctx.db, senderId, receiverId);
  ctx.realtime.toUsers([receiverId], typingEvent, typing);
  if (sender.user_role === 'admin' && receiver.user_role !== 'admin') {
    ctx.realtime.toOtherAdmins(senderId, typingEvent, typing);
  }
}
