import { answeredEvent, receiveMessageEvent, type Typing, typingEvent } from '#contract/chat.ts';
import { push as notices } from '#contract/messages/chat.ts';
import { isUnavailable, isUniqueViolation } from '../../database/faults.ts';
import type { Db } from '../../database/open.ts';
import { notSignedIn, Refusal } from '../../platform/errors.ts';
import type { Ground } from '../../platform/ground.ts';
import { GroupCommit } from '../../platform/group-commit.ts';
import { selectOpenSessions } from '../../platform/realtime/connections.queries.ts';
import { checkWriting, type Draft, type Written, writeMessages } from './chat-writing.ts';

/** Messages of one transaction: more are more statements that SQLite has to learn. */
const mostAtOnce = 64;

/** A message that came over a connection. */
export interface Sending {
  draft: Draft;
  /** The session of the connection. */
  jti: string;
  socketId: string;
}

/** Stores what comes over connections, in its order, together with what comes at the same time, and tells the people after the commit. */
export class Sendings {
  readonly #ground: Ground;
  readonly #group = new GroupCommit<Sending, Written | Refusal>(
    (sendings) => this.#commit(sendings),
    // One after the other would each wait for a database that is away.
    { most: mostAtOnce, isShared: isUnavailable },
  );

  constructor(ground: Ground) {
    this.#ground = ground;
  }

  /** Resolves when the message is on the disk, or with why it is not taken. */
  send(sending: Sending): Promise<Written | Refusal> {
    return this.#group.add(sending);
  }

  /** Stores what waits. */
  flush(): Promise<void> {
    return this.#group.flush();
  }

  async #commit(sendings: readonly Sending[]): Promise<(Written | Refusal)[]> {
    const write = () => this.#ground.db.transaction().execute((tx) => this.#write(tx, sendings));
    const results = await write().catch((error: unknown) => {
      // Another node has just stored what is called so: now it is found.
      if (isUniqueViolation(error, 'client_id')) return write();
      throw error;
    });
    for (const [index, result] of results.entries()) {
      if (!(result instanceof Refusal)) this.#tell(result, sendings[index]?.socketId);
    }
    return results;
  }

  /** What is on the disk is sent, whether or not somebody could be told. */
  #tell(written: Written, socketId: string | undefined): void {
    try {
      tellWritten(this.#ground, written, socketId);
    } catch (error) {
      this.#ground.log.error({ err: error }, 'a message that is stored could not be told');
    }
  }

  /** Each account as it is now: it may have ended since the message came. */
  async #write(tx: Db, sendings: readonly Sending[]): Promise<(Written | Refusal)[]> {
    const now = this.#ground.now().toISOString();
    const jtis = [...new Set(sendings.map(({ jti }) => jti))];
    const open = await selectOpenSessions(tx, jtis, now);
    const drafts = sendings.filter(({ jti }) => open.has(jti)).map(({ draft }) => draft);
    const written = drafts.length > 0 ? await writeMessages(tx, this.#ground, drafts) : [];
    const results = new Map(drafts.map((draft, index) => [draft, written[index]]));
    return sendings.map(({ draft }) => results.get(draft) ?? notSignedIn());
  }
}

/** Tells both people's open pages, but not the connection that sent it, of a message that was stored; and the receiver's browsers where no page is open. */
export function tellWritten(ground: Ground, written: Written, exceptSocket?: string): void {
  if (!written.isNew) return;
  const { message, senderName, answered } = written;
  const people = [message.receiverId, message.senderId];
  if (exceptSocket === undefined) {
    ground.realtime.toUsers(people, receiveMessageEvent, message);
  } else {
    ground.realtime.toUsersExcept(exceptSocket, people, receiveMessageEvent, message);
  }
  if (answered) ground.realtime.toAdmins(answeredEvent, answered);
  const { attachment, content, senderId } = message;
  const attached = attachment?.kind === 'pdf' ? notices.pdf : notices.photo;
  ground.push.toUsers([message.receiverId], {
    title: senderName,
    body: content || attached,
    url: `/chat?with=${senderId}`,
    tag: `chat ${senderId}`,
    urgency: 'high',
  });
}

/** Tells the receiver that somebody types, and the office where one of it does to an employee; never stored. */
export async function tellTyping(ground: Ground, typing: Typing): Promise<void> {
  const { senderId, receiverId } = typing;
  const { sender, receiver } = await checkWriting(ground.db, senderId, receiverId);
  ground.realtime.toUsers([receiverId], typingEvent, typing);
  if (sender.user_role === 'admin' && receiver.user_role !== 'admin') {
    ground.realtime.toOtherAdmins(senderId, typingEvent, typing);
  }
}
