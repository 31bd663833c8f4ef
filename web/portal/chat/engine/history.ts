import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Message, MessagesRead } from '#contract/chat.ts';
import { CallError } from '#contract/wire/endpoint.ts';
import type { ChatServer, HistoryQuery } from '../chat.data.ts';

const pageSize = '50';
/** The most that the server returns at once. */
export const maxPageSize = 500;
/** How many read events are kept for messages whose reply is still on its way. */
const maxReadEvents = 20;
/** How many of the last messages are checked for own ones that may have been read while offline. */
const recheckedMessages = 100;
const firstPauseMs = 2000;
const maxPauseMs = 30_000;

/** The stored messages of a conversation. */
export interface History {
  /** By id, without a gap once it is loaded. */
  rows: readonly Message[];
  /** The cursor to older messages; null at the beginning. */
  next: string | null;
  /** False while there are only messages of events. */
  isLoaded: boolean;
  readEvents: readonly MessagesRead[];
}

const empty: History = { rows: [], next: null, isLoaded: false, readEvents: [] };
const keyOf = (partnerId: number) => ['chat-history', partnerId] as const;
/** The query of the older messages that are being loaded. */
export const olderKey = (partnerId: number) => ['chat-older', partnerId] as const;

/**
 * The stored messages by conversation, in the query cache. Events change them; a refetch loads what came since, so
 * that there is no gap. An infinite query would load every page again.
 */
export class Histories {
  readonly #client: QueryClient;
  readonly #userId: number;
  readonly #load: ChatServer['loadHistory'];
  /**
   * Everything up to this id is loaded, null for an empty conversation; by person. Only replies move it: an event may
   * arrive before an older one. A copy of an earlier visit has none, so that it is replaced.
   */
  readonly #syncedTo = new Map<number, number | null>();

  constructor(client: QueryClient, userId: number, load: ChatServer['loadHistory']) {
    this.#client = client;
    this.#userId = userId;
    this.#load = load;
  }

  options(partnerId: number) {
    return queryOptions<History>({
      queryKey: keyOf(partnerId),
      queryFn: ({ signal }) => this.#catchUp(partnerId, signal),
      staleTime: 0,
      refetchOnWindowFocus: false,
      // What an employee last saw is kept on their device.
      meta: { offline: true },
      // Comparing thousands of messages takes longer than it saves; `merge` keeps what didn't change.
      structuralSharing: false,
      retry: (_, error) =>
        !(error instanceof CallError && error.status >= 400 && error.status < 500),
      retryDelay: (failures) => Math.min(firstPauseMs * 2 ** failures, maxPauseMs),
    });
  }

  /** The loaded messages and those of events. */
  rows(partnerId: number): readonly Message[] {
    return this.#get(partnerId)?.rows ?? [];
  }

  /** Whether a screen shows it. */
  isOpen(partnerId: number): boolean {
    return this.#query(partnerId)?.isActive() ?? false;
  }

  /** Whether an own message is stored and here. */
  has(partnerId: number, clientId: string): boolean {
    return this.rows(partnerId).some(
      (one) => one.clientId === clientId && one.senderId === this.#userId,
    );
  }

  /** Adds messages of an event or a reply; nothing to a conversation that was never opened. */
  receive(partnerId: number, messages: readonly Message[]): void {
    this.#change(partnerId, (known) => ({
      ...known,
      rows: known.readEvents.reduce(markRead, merge(known.rows, messages)),
    }));
  }

  /** Messages were read; the event may arrive before them. */
  read(partnerId: number, event: MessagesRead): void {
    this.#change(partnerId, (known) => ({
      ...known,
      rows: markRead(known.rows, event),
      readEvents: [...known.readEvents, event]
        .sort((one, other) => one.upTo - other.upTo)
        .slice(-maxReadEvents),
    }));
  }

  /** Loads what came since, if a screen shows it. */
  catchUp(partnerId: number): void {
    const queryKey = keyOf(partnerId);
    // Ends the pause between two attempts.
    const isFailing = (this.#query(partnerId)?.state.fetchFailureCount ?? 0) > 0;
    if (isFailing) void this.#client.cancelQueries({ queryKey });
    void this.#client.invalidateQueries({ queryKey });
  }

  /** Connected, for the first time or again: a reply requested before may be outdated. */
  catchUpAll(): void {
    const open = this.#client.getQueryCache().findAll({ queryKey: ['chat-history'] });
    for (const { queryKey } of open) this.catchUp(queryKey[1] as number);
  }

  /** Loads messages before the oldest; nothing while loading or at the beginning. */
  loadOlder(partnerId: number, limit = pageSize): void {
    const before = this.#get(partnerId)?.next ?? null;
    if (before === null) return;
    const loading = this.#client.fetchQuery({
      queryKey: olderKey(partnerId),
      queryFn: async () => {
        const { rows, next } = await this.#load(partnerId, { limit, before });
        this.receive(partnerId, rows);
        this.#change(partnerId, (known) => ({ ...known, next }));
        return null;
      },
      retry: false,
      staleTime: 0,
      gcTime: 0,
    });
    // Scrolling further retries.
    loading.catch(() => undefined);
  }

  async #catchUp(partnerId: number, signal: AbortSignal): Promise<History> {
    const known = this.#get(partnerId);
    const syncedTo = known?.isLoaded ? this.#syncedTo.get(partnerId) : undefined;
    if (known && typeof syncedTo === 'number') {
      await this.#loadGap(partnerId, reloadAfter(known.rows, syncedTo, this.#userId), signal);
    } else {
      // An empty conversation has no id to continue from.
      await this.#loadNewest(partnerId, syncedTo === null ? String(maxPageSize) : pageSize, signal);
    }
    // With the events that came meanwhile.
    return this.#get(partnerId) ?? empty;
  }

  async #loadNewest(partnerId: number, limit: string, signal: AbortSignal): Promise<void> {
    const { rows, next } = await this.#read(partnerId, { limit }, signal);
    const newest = rows.at(-1)?.id ?? null;
    this.#syncedTo.set(partnerId, newest);
    this.#change(partnerId, (known) => {
      // Older ones of events may have a gap before them, and older ones of a copy may be deleted.
      const since = known.rows.filter(({ id }) => id > (newest ?? 0));
      const all = known.readEvents.reduce(markRead, merge(since, rows));
      return { ...known, rows: all, next, isLoaded: true };
    });
  }

  async #loadGap(partnerId: number, from: number, signal: AbortSignal): Promise<void> {
    const userId = this.#userId;
    let after = from;
    for (let isMore = true; isMore; ) {
      const limit = String(maxPageSize);
      const { rows } = await this.#read(partnerId, { limit, after }, signal);
      this.receive(partnerId, rows);
      const lastRead = rows.findLast((row) => row.senderId === userId && row.readAt !== undefined);
      if (lastRead?.readAt !== undefined) {
        const event = { senderId: userId, upTo: lastRead.id, readAt: lastRead.readAt };
        this.#change(partnerId, (known) => ({ ...known, rows: markRead(known.rows, event) }));
      }
      after = rows.at(-1)?.id ?? after;
      this.#syncedTo.set(partnerId, Math.max(after, this.#syncedTo.get(partnerId) ?? 0));
      isMore = rows.length >= maxPageSize;
    }
  }

  async #read(partnerId: number, query: HistoryQuery, signal: AbortSignal) {
    const page = await this.#load(partnerId, query, signal);
    // A reply may come after the abort.
    signal.throwIfAborted();
    return page;
  }

  #query(partnerId: number) {
    return this.#client.getQueryCache().find<History>({ queryKey: keyOf(partnerId) });
  }

  #get(partnerId: number): History | undefined {
    return this.#query(partnerId)?.state.data;
  }

  #change(partnerId: number, change: (known: History) => History): void {
    if (!this.#query(partnerId)) return;
    this.#client.setQueryData<History>(keyOf(partnerId), (known) => change(known ?? empty));
  }
}

/** Adds messages, by id and each once; the same array when that changes nothing. */
function merge(stored: readonly Message[], added: readonly Message[]): readonly Message[] {
  const byId = new Map(stored.map((message) => [message.id, message]));
  let changed = false;
  for (const message of added) {
    const known = byId.get(message.id);
    // A slow reply may be older than an event.
    if (known && (known.readAt !== undefined || message.readAt === undefined)) continue;
    byId.set(message.id, message);
    changed = true;
  }
  return changed ? [...byId.values()].sort((one, other) => one.id - other.id) : stored;
}

/** Marks a sender's messages as read, up to an id. */
function markRead(
  stored: readonly Message[],
  { senderId, upTo, readAt }: Pick<MessagesRead, 'senderId' | 'upTo' | 'readAt'>,
): readonly Message[] {
  const isUnread = (message: Message) =>
    message.senderId === senderId && message.id <= upTo && message.readAt === undefined;
  if (!stored.some(isUnread)) return stored;
  return stored.map((message) => (isUnread(message) ? { ...message, readAt } : message));
}

/** The id after which a thread is reloaded. Everything up to `syncedTo` is here, but own messages may have been read since. */
function reloadAfter(stored: readonly Message[], syncedTo: number, userId: number): number {
  const unread = stored
    .slice(-recheckedMessages)
    .find(({ senderId, readAt }) => senderId === userId && readAt === undefined);
  return unread === undefined ? syncedTo : Math.max(1, Math.min(syncedTo, unread.id - 1));
}
