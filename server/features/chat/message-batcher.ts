import { answeredEvent, receiveMessageEvent, type Typing, typingEvent } from '#contract/chat.ts';
import { push as messages } from '#contract/messages/push.ts';
import { isUnavailable, isUniqueViolation } from '../../database/errors.ts';
import type { Db } from '../../database/open.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { HttpError, notSignedIn } from '../../platform/errors.ts';
import { GroupCommit } from '../../platform/group-commit.ts';
import { selectOpenSessions } from '../../platform/sessions.queries.ts';
import { checkWriting, type Draft, type Written, writeMessages } from './chat-writing.ts';

/** Messages per transaction; each further size costs SQLite another prepared statement. */
const maxBatchSize = 64;

/** A message from a socket. */
export interface IncomingMessage {
  draft: Draft;
  /** The session of the connection. */
  jti: string;
  socketId: string;
}

/**
 * Stores messages from sockets in their order, simultaneous ones in one commit, and publishes them afterwards.
 * Not `writeTransaction`, which has one actor: a batch has messages of many senders, and a commit per message
 * would miss 500 durable messages a second (bench/scenarios/chat.ts).
 */
export class MessageBatcher {
  readonly #ctx: AppContext;
  readonly #group = new GroupCommit<IncomingMessage, Written | HttpError>(
    (batch) => this.#commit(batch),
    // While the database is unavailable, don't retry each message separately.
    { maxItems: maxBatchSize, isShared: isUnavailable },
  );

  constructor(ctx: AppContext) {
    this.#ctx = ctx;
  }

  /** Resolves once the message is stored, or with the error that rejects it. */
  send(message: IncomingMessage): Promise<Written | HttpError> {
    return this.#group.add(message);
  }

  /** Stores the waiting messages. */
  flush(): Promise<void> {
    return this.#group.flush();
  }

  async #commit(batch: readonly IncomingMessage[]): Promise<(Written | HttpError)[]> {
    const write = () => this.#ctx.db.transaction().execute((tx) => this.#write(tx, batch));
    const results = await write().catch((error: unknown) => {
      // Another node just stored this client id; the second try finds it.
      if (isUniqueViolation(error, 'client_id')) return write();
      throw error;
    });
    for (const [index, result] of results.entries()) {
      if (!(result instanceof HttpError)) this.#publish(result, batch[index]?.socketId);
    }
    return results;
  }

  /** A failure to publish must not fail a stored message. */
  #publish(written: Written, socketId: string | undefined): void {
    try {
      publishMessages(this.#ctx, written, socketId);
    } catch (error) {
      this.#ctx.log.error({ err: error }, 'failed to publish a stored message');
    }
  }

  /** Checks the sessions again: one may have ended since its message arrived. */
  async #write(tx: Db, batch: readonly IncomingMessage[]): Promise<(Written | HttpError)[]> {
    const at = this.#ctx.sessionActivity.openAt(this.#ctx.now());
    const jtis = [...new Set(batch.map(({ jti }) => jti))];
    const open = await selectOpenSessions(tx, jtis, at);
    const drafts = batch.filter(({ jti }) => open.has(jti)).map(({ draft }) => draft);
    const written = drafts.length > 0 ? await writeMessages(tx, this.#ctx, drafts) : [];
    const results = new Map(drafts.map((draft, index) => [draft, written[index]]));
    return batch.map(({ draft }) => results.get(draft) ?? notSignedIn());
  }
}

/** Publishes a stored message to both people's open pages except the sending socket, and as a push to the receiver. */
export function publishMessages(ctx: AppContext, written: Written, exceptSocket?: string): void {
  if (!written.isNew) return;
  const { message, senderName, answered, automatic } = written;
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
  const attached = attachment?.kind === 'pdf' ? messages.pdf : messages.photo;
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
