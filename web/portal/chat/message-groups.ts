import { daysOf } from './chat-times.ts';
import type { ChatMessage } from './engine/types.ts';

/** So many messages are drawn, or left out by the browser, as one. */
const most = 50;

/** Messages of one day that stand together. */
export interface MessageGroup {
  key: string;
  messages: readonly ChatMessage[];
}

interface MessageDay {
  key: string;
  /** Of its first message. */
  instant: string;
  groups: MessageGroup[];
}

/**
 * A thread in groups, so that five thousand messages cost no more than the fifty that change. A message stays
 * in its group however many come before and after it, and a group is the same object until it is another one.
 */
export class MessageGroups {
  /** By message key: the number of its group. */
  readonly #numbers = new Map<string, number>();
  #kept = new Map<string, MessageGroup>();

  of(messages: readonly ChatMessage[]): MessageDay[] {
    this.#number(messages);
    const kept = new Map<string, MessageGroup>();
    const days = daysOf(messages).map(({ key, instant, messages: ofDay }) => ({
      key,
      instant,
      groups: [...Map.groupBy(ofDay, (message) => this.#numbers.get(message.key))].map(
        ([number, members]) => {
          const group = this.#same(`${key} ${number}`, members);
          kept.set(group.key, group);
          return group;
        },
      ),
    }));
    this.#kept = kept;
    return days;
  }

  #same(key: string, messages: readonly ChatMessage[]): MessageGroup {
    const before = this.#kept.get(key);
    const isSame =
      before?.messages.length === messages.length &&
      before.messages.every((message, index) => message === messages[index]);
    return isSame ? before : { key, messages };
  }

  /** Gives each new message a number: what comes on top a lower one, what comes below that of its neighbour. */
  #number(messages: readonly ChatMessage[]): void {
    const first = Math.max(
      0,
      messages.findIndex(({ key }) => this.#numbers.has(key)),
    );
    const lowest = this.#numbers.get(messages[first]?.key ?? '') ?? 0;
    let number = lowest;
    let size = 0;
    for (const { key } of messages.slice(first)) {
      const own = this.#numbers.get(key);
      const isFull = own === undefined && size >= most;
      if (isFull || (own !== undefined && own > number)) {
        number = own ?? number + 1;
        size = 0;
      }
      size += 1;
      this.#numbers.set(key, number);
    }
    for (const [index, { key }] of messages.slice(0, first).reverse().entries()) {
      this.#numbers.set(key, lowest - 1 - Math.floor(index / most));
    }
  }
}
