import type { QueryClient } from '@tanstack/react-query';
import type { Message } from '#contract/chat.ts';
import { throttle } from '#web/lib/api/throttle.ts';
import { conversationsKey, unreadTotalQuery } from './badges.data.ts';

/** Minimum pause between two reloads of the count, and of the list (ms). */
const numberPause = 500;
const listPause = 1000;

/** The unread count: updated optimistically on each event, then reloaded so that it can't drift. */
export class Unread {
  readonly #client: QueryClient;
  readonly #number: { run: () => void };
  readonly #list: { run: () => void };
  /** The last counted message id by sender, because an event can arrive twice. */
  readonly #counted = new Map<number, number>();
  /** The sender whose conversation is open, so that new messages count as read. */
  inSight: number | null = null;

  constructor(client: QueryClient) {
    this.#client = client;
    this.#number = throttle(numberPause, () => void client.invalidateQueries(unreadTotalQuery));
    const list = { queryKey: conversationsKey };
    this.#list = throttle(listPause, () => void client.invalidateQueries(list));
  }

  /** Reloads the counts. */
  reload(): void {
    this.#number.run();
    this.#list.run();
  }

  /** Counts a received message. */
  receive({ id, senderId }: Message, userId: number): void {
    // An open conversation is marked as read first; then the chat reloads the counts.
    if (senderId === userId || senderId === this.inSight) return;
    if (id > (this.#counted.get(senderId) ?? 0)) {
      this.#counted.set(senderId, id);
      this.add(1);
    }
    this.reload();
  }

  /** Changes the count optimistically. */
  add(count: number): void {
    const { queryKey } = unreadTotalQuery;
    if (count === 0 || this.#client.getQueryData(queryKey) === undefined) return;
    if (this.#client.isFetching(unreadTotalQuery) > 0) {
      // The pending answer doesn't include this change.
      void this.#client.cancelQueries(unreadTotalQuery);
      this.#number.run();
    }
    this.#client.setQueryData(
      queryKey,
      (known) => known && { total_unread: Math.max(0, known.total_unread + count) },
    );
  }
}

const instances = new WeakMap<QueryClient, Unread>();

/** The unread count of the signed-in user's portal. */
export function unreadOf(client: QueryClient): Unread {
  const known = instances.get(client);
  if (known) return known;
  const unread = new Unread(client);
  instances.set(client, unread);
  return unread;
}
