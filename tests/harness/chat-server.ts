/** A chat server in the test's own process and on its clock. */
import {
  type Message,
  type MessagesRead,
  messagesReadEvent,
  receiveMessageEvent,
  type SendAck,
} from '#contract/chat.ts';
import type { HistoryQuery } from '../../web/portal/chat/chat.data.ts';

export const me = 1;
export const partner = 2;
/** The server rejects texts that begin with it. */
export const rejectedWord = 'refused';

interface Page {
  socketId: string;
  receive(event: string, payload: unknown): void;
}

/** Stores each message once by its clientId, in order of arrival, and sends it to every other tab. */
export class FakeServer {
  readonly messages: Message[] = [];
  readonly tabs = new Set<Page>();
  /** How many of the next messages get the response 'later'. */
  limited = 0;
  #lastId = 100;

  take(draft: { receiverId: number; content: string; clientId: string }, from: string): SendAck {
    if (this.limited > 0) {
      this.limited -= 1;
      return { success: false, error: 'too many', retryAfter: 1 };
    }
    const known = this.messages.find(({ clientId }) => clientId === draft.clientId);
    if (known) return { success: true, message: known };
    const { receiverId, content, clientId } = draft;
    if (content.startsWith(rejectedWord)) return { success: false, error: 'no' };
    return { success: true, message: this.storeOwn({ receiverId, content, clientId }, from) };
  }

  storeOwn(message: Pick<Message, 'receiverId' | 'content' | 'clientId'>, from: string): Message {
    return this.#store({ ...message, senderId: me }, from);
  }

  partnerWrites(content: string): Message {
    return this.#store({ senderId: partner, receiverId: me, content });
  }

  partnerReads(): void {
    const unread = this.messages.filter((one) => one.senderId === me && one.readAt === undefined);
    const last = unread.at(-1);
    if (!last) return;
    const readAt = new Date().toISOString();
    for (const message of unread) {
      this.messages[this.messages.indexOf(message)] = { ...message, readAt };
    }
    const read: MessagesRead = { readerId: partner, senderId: me, upTo: last.id, readAt };
    for (const tab of this.tabs) tab.receive(messagesReadEvent, read);
  }

  /** Everything after a message, or all: no test has more than a page. */
  page({ after = 0 }: HistoryQuery) {
    return { rows: this.messages.filter(({ id }) => id > after), next: null };
  }

  #store(fields: Omit<Message, 'id' | 'timestamp'>, from?: string): Message {
    // Other conversations use ids in between.
    this.#lastId += 3;
    const message = { ...fields, id: this.#lastId, timestamp: new Date().toISOString() };
    this.messages.push(message);
    for (const tab of this.tabs) {
      if (tab.socketId !== from) tab.receive(receiveMessageEvent, message);
    }
    return message;
  }
}
