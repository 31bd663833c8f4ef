import type { Message, MessagesRead } from '#contract/chat.ts';
import { CallError } from '#contract/wire/endpoint.ts';
import { markRead, merge, reloadAfter } from './thread.ts';
import type { EngineDeps, HistoryQuery } from './types.ts';
import type { UnsentMessage } from './unsent-messages.ts';

const pageSize = '50';
/** The most that the server returns at once. */
const maxPageSize = 500;
/** How many read events are kept for messages whose reply is still on its way. */
const maxReadEvents = 20;
const firstPauseMs = 2000;
const maxPauseMs = 30_000;
/** The event of a stored message has arrived by then (ms). */
const eventTimeoutMs = 2000;

interface ThreadsDeps extends Pick<EngineDeps, 'userId' | 'loadHistory'> {
  onStored: (messages: readonly Message[]) => void;
  onChange: () => void;
}

/** The threads that have been on a screen since the page was loaded. */
export class Threads {
  readonly #deps: ThreadsDeps;
  readonly #all = new Map<number, LiveThread>();

  constructor(deps: ThreadsDeps) {
    this.#deps = deps;
  }

  /** The thread with that person, undefined if it was never opened. */
  known(partnerId: number): LiveThread | undefined {
    return this.#all.get(partnerId);
  }

  of(partnerId: number): LiveThread {
    const known = this.#all.get(partnerId);
    if (known) return known;
    const thread = new LiveThread(this.#deps, partnerId);
    this.#all.set(partnerId, thread);
    return thread;
  }

  connected(): void {
    for (const thread of this.#all.values()) if (thread.open > 0) thread.connected();
  }

  stop(): void {
    for (const thread of this.#all.values()) thread.stop();
  }

  /**
   * These messages are no longer unsent and may be stored. The event of a message that another tab has sent
   * arrives anyway, unless this page made the first attempt: then it is loaded.
   */
  expect(removed: readonly UnsentMessage[]): void {
    setTimeout(() => {
      for (const [partnerId, thread] of this.#all) {
        const isMissing = removed.some(
          ({ receiverId, clientId }) => receiverId === partnerId && !thread.has(clientId),
        );
        if (isMissing && thread.open > 0) void thread.sync();
      }
    }, eventTimeoutMs);
  }
}

/** The stored messages of two people, as far back as they were loaded, without a gap up to now. */
class LiveThread {
  readonly #deps: ThreadsDeps;
  readonly #partnerId: number;
  #stored: readonly Message[] = [];
  /** Everything up to this id is here. Only replies move it: an event may arrive before an older one. */
  #syncedTo: number | null = null;
  #older: string | null = null;
  #sync: AbortController | null = null;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  #readEvents: readonly MessagesRead[] = [];
  /** The connection opened while the first page was loading. */
  #syncAgain = false;
  state: 'loading' | 'ready' | 'failed' = 'loading';
  loadingOlder = false;
  /** The number of screens that show it. */
  open = 0;

  constructor(deps: ThreadsDeps, partnerId: number) {
    this.#deps = deps;
    this.#partnerId = partnerId;
  }

  get stored(): readonly Message[] {
    return this.#stored;
  }

  /** Whether an own message is stored and here. */
  has(clientId: string): boolean {
    const { userId } = this.#deps;
    return this.#stored.some((one) => one.clientId === clientId && one.senderId === userId);
  }

  get hasOlder(): boolean {
    return this.#older !== null;
  }

  /** Connected, for the first time or again: a reply requested before may be outdated. */
  connected(): void {
    // The first page is not aborted; what came after it is loaded behind it.
    if (this.#sync !== null && this.#syncedTo === null) this.#syncAgain = true;
    else void this.sync();
  }

  /** Retries after a failure. */
  reload(): void {
    if (this.state === 'failed') this.#setState('loading');
    void this.sync();
  }

  /** Loads missed messages, or the newest ones when there are none yet. */
  async sync(): Promise<void> {
    this.stop();
    const own = new AbortController();
    this.#sync = own;
    try {
      if (this.#syncedTo === null) await this.#loadNewest(own.signal);
      else await this.#loadGap(this.#syncedTo, own.signal);
      this.#failures = 0;
    } catch (error) {
      if (own.signal.aborted) return;
      if (this.state !== 'ready') this.#setState('failed');
      this.#retryLater(error);
    } finally {
      if (this.#sync === own) this.#sync = null;
    }
    if (this.#syncAgain && !own.signal.aborted) void this.sync();
  }

  /** Aborts what is loading. */
  stop(): void {
    this.#sync?.abort();
    this.#sync = null;
    this.#syncAgain = false;
    clearTimeout(this.#retry);
  }

  async loadOlder(limit = pageSize): Promise<void> {
    const before = this.#older;
    if (before === null || this.loadingOlder) return;
    this.loadingOlder = true;
    this.#deps.onChange();
    try {
      const { rows, next } = await this.#read({ limit, before });
      this.#older = next;
      this.receive(rows);
    } catch {
      // Scrolling further retries.
    } finally {
      this.loadingOlder = false;
      this.#deps.onChange();
    }
  }

  /** Adds messages of an event or a reply. */
  receive(messages: readonly Message[]): void {
    this.#set(this.#readEvents.reduce(markRead, merge(this.#stored, messages)));
    this.#deps.onStored(messages);
  }

  /** Messages were read; the event may arrive before them. */
  read(event: MessagesRead): void {
    this.#readEvents = [...this.#readEvents, event]
      .sort((one, other) => one.upTo - other.upTo)
      .slice(-maxReadEvents);
    this.#set(markRead(this.#stored, event));
  }

  async #loadNewest(signal: AbortSignal): Promise<void> {
    // An empty conversation has no id to continue from.
    const limit = this.state === 'ready' ? String(maxPageSize) : pageSize;
    const { rows, next } = await this.#read({ limit }, signal);
    const [first] = rows;
    // There may be others between these and earlier events: they are loaded with the older messages.
    if (next !== null && first) this.#stored = this.#stored.filter(({ id }) => id >= first.id);
    this.#older = next;
    this.#syncedTo = rows.at(-1)?.id ?? null;
    this.receive(rows);
    this.#setState('ready');
  }

  async #loadGap(syncedTo: number, signal: AbortSignal): Promise<void> {
    const { userId } = this.#deps;
    let after = reloadAfter(this.#stored, syncedTo, userId);
    for (let isMore = true; isMore; ) {
      const { rows } = await this.#read({ limit: String(maxPageSize), after }, signal);
      this.receive(rows);
      const lastRead = rows.findLast((row) => row.senderId === userId && row.readAt !== undefined);
      if (lastRead?.readAt !== undefined) {
        const { id: upTo, readAt } = lastRead;
        this.#set(markRead(this.#stored, { senderId: userId, upTo, readAt }));
      }
      after = rows.at(-1)?.id ?? after;
      this.#syncedTo = Math.max(after, syncedTo);
      isMore = rows.length >= maxPageSize;
    }
    this.#setState('ready');
  }

  async #read(query: HistoryQuery, signal = new AbortController().signal) {
    const answer = await this.#deps.loadHistory(this.#partnerId, query, signal);
    // A reply may come after the abort.
    signal.throwIfAborted();
    return answer;
  }

  #retryLater(error: unknown): void {
    const isFinal = error instanceof CallError && error.status >= 400 && error.status < 500;
    if (isFinal || this.open === 0) return;
    const pauseMs = Math.min(firstPauseMs * 2 ** this.#failures, maxPauseMs);
    this.#failures += 1;
    this.#retry = setTimeout(() => void this.sync(), pauseMs);
  }

  #set(stored: readonly Message[]): void {
    if (stored === this.#stored) return;
    this.#stored = stored;
    this.#deps.onChange();
  }

  #setState(state: LiveThread['state']): void {
    this.state = state;
    this.#deps.onChange();
  }
}
