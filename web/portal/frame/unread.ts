import type { QueryClient } from '@tanstack/react-query';
import type { Message } from '#contract/chat.ts';
import { atMostEvery } from '#web/lib/at-most-every.ts';
import { conversationsKey, unreadTotalQuery } from './badges.data.ts';

/** Between two readings of the number, and of the whole list (ms). */
const numberPause = 500;
const listPause = 1000;

/** How many messages are unread: changed at once by what happens, and then asked for, so that it cannot drift. */
export class Unread {
  readonly #client: QueryClient;
  readonly #number: { ask: () => void };
  readonly #list: { ask: () => void };
  /** By sender, the last that was counted here: an event may come twice. */
  readonly #counted = new Map<number, number>();
  /** Whose messages are read as they come: that conversation is before the caller's eyes. */
  inSight: number | null = null;

  constructor(client: QueryClient) {
    this.#client = client;
    this.#number = atMostEvery(numberPause, () => void client.invalidateQueries(unreadTotalQuery));
    const list = { queryKey: conversationsKey };
    this.#list = atMostEvery(listPause, () => void client.invalidateQueries(list));
  }

  /** Has the server's numbers brought. */
  ask(): void {
    this.#number.ask();
    this.#list.ask();
  }

  /** A message has come for that person. */
  came({ id, senderId }: Message, userId: number): void {
    // Of what is being read the server hears first; the chat asks after that.
    if (senderId === userId || senderId === this.inSight) return;
    if (id > (this.#counted.get(senderId) ?? 0)) {
      this.#counted.set(senderId, id);
      this.add(1);
    }
    this.ask();
  }

  /** So many more, or fewer, as far as is known here. */
  add(count: number): void {
    const { queryKey } = unreadTotalQuery;
    if (count === 0 || this.#client.getQueryData(queryKey) === undefined) return;
    if (this.#client.isFetching(unreadTotalQuery) > 0) {
      // The answer that is on its way knows nothing of this.
      void this.#client.cancelQueries(unreadTotalQuery);
      this.#number.ask();
    }
    this.#client.setQueryData(
      queryKey,
      (known) => known && { total_unread: Math.max(0, known.total_unread + count) },
    );
  }
}

const kept = new WeakMap<QueryClient, Unread>();

/** The one count of a signed-in person's portal. */
export function unreadOf(client: QueryClient): Unread {
  const known = kept.get(client);
  if (known) return known;
  const unread = new Unread(client);
  kept.set(client, unread);
  return unread;
}
