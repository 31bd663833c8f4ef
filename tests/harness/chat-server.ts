/** A server of the chat in the test's own process and time. */
import {
  type Message,
  type MessagesRead,
  messagesReadEvent,
  receiveMessageEvent,
  type SendAnswer,
} from '#contract/chat.ts';
import type { HistoryQuery } from '../../web/portal/chat/engine/live-thread.ts';

export const me = 1;
export const partner = 2;
/** What the server says no to. */
export const refusedWord = 'refused';

/** A line to a page. */
interface Page {
  lineId: string;
  hear(event: string, payload: unknown): void;
}

/** Stores each message once by its clientId, in the order of their coming, and tells every other tab. */
export class FakeServer {
  readonly messages: Message[] = [];
  readonly tabs = new Set<Page>();
  /** The next so many messages are answered with 'later'. */
  limits = 0;
  #lastId = 100;

  take(draft: { receiverId: number; content: string; clientId: string }, from: string): SendAnswer {
    if (this.limits > 0) {
      this.limits -= 1;
      return { success: false, error: 'too many', retryAfter: 1 };
    }
    const known = this.messages.find(({ clientId }) => clientId === draft.clientId);
    if (known) return { success: true, message: known };
    if (draft.content.startsWith(refusedWord)) return { success: false, error: 'no' };
    const { receiverId, content, clientId } = draft;
    return {
      success: true,
      message: this.store({ senderId: me, receiverId, content, clientId }, from),
    };
  }

  partnerWrites(content: string): Message {
    return this.store({ senderId: partner, receiverId: me, content });
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
    for (const tab of this.tabs) tab.hear(messagesReadEvent, read);
  }

  page({ after, before, limit }: HistoryQuery) {
    const most = Number(limit);
    if (after !== undefined) {
      return { rows: this.messages.filter(({ id }) => id > after).slice(0, most), next: null };
    }
    const asked = this.messages.filter(({ id }) => before === undefined || id < Number(before));
    const rows = asked.slice(-most);
    return { rows, next: rows.length < asked.length ? String(rows[0]?.id) : null };
  }

  /** Stores a message and tells every line but that one. */
  store(fields: Omit<Message, 'id' | 'timestamp'>, from?: string): Message {
    // Other conversations have taken ids meanwhile.
    this.#lastId += 3;
    const message = { ...fields, id: this.#lastId, timestamp: new Date().toISOString() };
    this.messages.push(message);
    for (const tab of this.tabs) if (tab.lineId !== from) tab.hear(receiveMessageEvent, message);
    return message;
  }
}
