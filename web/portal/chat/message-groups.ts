import { daysOf } from './chat-times.ts';
import type { ChatMessage } from './engine/thread.ts';

/** Messages that the browser renders or skips together. */
const maxGroupSize = 50;

/** Consecutive messages of one day. */
export interface MessageGroup {
  key: string;
  messages: readonly ChatMessage[];
}

interface MessageDay {
  key: string;
  /** The timestamp of its first message. */
  instant: string;
  groups: MessageGroup[];
}

/**
 * Groups a thread, so that of five thousand messages only the group that changes is rendered. A message stays
 * in its group whatever is added before and after it, and a group is the same object until it changes.
 */
export class MessageGroups {
  /** By message key: the number of its group. */
  readonly #numbers = new Map<string, number>();
  #groups = new Map<string, MessageGroup>();

  of(messages: readonly ChatMessage[]): MessageDay[] {
    this.#number(messages);
    const groups = new Map<string, MessageGroup>();
    const days = daysOf(messages).map(({ key, instant, messages: ofDay }) => ({
      key,
      instant,
      groups: [...Map.groupBy(ofDay, (message) => this.#numbers.get(message.key))].map(
        ([number, members]) => {
          const group = this.#same(`${key} ${number}`, members);
          groups.set(group.key, group);
          return group;
        },
      ),
    }));
    this.#groups = groups;
    return days;
  }

  #same(key: string, messages: readonly ChatMessage[]): MessageGroup {
    const before = this.#groups.get(key);
    const isSame =
      before?.messages.length === messages.length &&
      before.messages.every((message, index) => message === messages[index]);
    return isSame ? before : { key, messages };
  }

  /** Numbers the groups of new messages: older ones get lower numbers, newer ones continue the last group. */
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
      const isFull = own === undefined && size >= maxGroupSize;
      if (isFull || (own !== undefined && own > number)) {
        number = own ?? number + 1;
        size = 0;
      }
      size += 1;
      this.#numbers.set(key, number);
    }
    for (const [index, { key }] of messages.slice(0, first).reverse().entries()) {
      this.#numbers.set(key, lowest - 1 - Math.floor(index / maxGroupSize));
    }
  }
}
