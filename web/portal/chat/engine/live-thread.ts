import type { Message, MessagesRead } from '#contract/chat.ts';
import { CallError } from '#contract/endpoint.ts';
import { askAfter, markRead, merge } from './thread.ts';

/** A page of a conversation: the newest, those before a cursor, or those after an id. */
export interface HistoryQuery {
  limit: string;
  before?: string;
  after?: number;
}

/** Asks for messages, oldest first; `next` is the cursor of those before, null at the beginning. */
export type ReadHistory = (
  partnerId: number,
  query: HistoryQuery,
  signal: AbortSignal,
) => Promise<{ rows: readonly Message[]; next: string | null }>;

interface LiveThreadParts {
  userId: number;
  partnerId: number;
  read: ReadHistory;
  /** Messages have come that may be one's own. */
  onArrived: (messages: readonly Message[]) => void;
  onChange: () => void;
}

const firstPage = '50';
/** The most that the server gives at once. */
const gapPage = 500;
/** Events that are remembered for messages whose answer is still on its way. */
const readsKept = 20;
const firstPause = 2000;
const maxPauseMs = 30_000;

/** What is stored between two people, as far back as it was asked for, and without a gap up to now. */
export class LiveThread {
  readonly #parts: LiveThreadParts;
  #stored: readonly Message[] = [];
  /** Everything up to this id is here. Only answers move it: an event may come before an older one. */
  #syncedTo: number | null = null;
  #older: string | null = null;
  #sync: AbortController | null = null;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  #reads: readonly MessagesRead[] = [];
  /** The line came while the first page was on its way. */
  #again = false;
  state: 'loading' | 'ready' | 'failed' = 'loading';
  error: unknown = null;
  loadingOlder = false;
  /** How many screens show it. */
  open = 0;

  constructor(parts: LiveThreadParts) {
    this.#parts = parts;
  }

  get stored(): readonly Message[] {
    return this.#stored;
  }

  /** Whether an own message is stored and here. */
  has(clientId: string): boolean {
    const { userId } = this.#parts;
    return this.#stored.some((one) => one.clientId === clientId && one.senderId === userId);
  }

  get hasOlder(): boolean {
    return this.#older !== null;
  }

  /** The line is there, for the first time or again: an answer that was asked for before may be too old. */
  connected(): void {
    // The first page is not thrown away on its way; what came after it is asked for behind it.
    if (this.#sync !== null && this.#syncedTo === null) this.#again = true;
    else void this.sync();
  }

  /** Asks again after a failure. */
  reload(): void {
    if (this.state === 'failed') this.#turn('loading', null);
    void this.sync();
  }

  /** Asks for what has been missed, or for the newest when nothing is here yet. */
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
      if (this.state !== 'ready') this.#turn('failed', error);
      this.#later(error);
    } finally {
      if (this.#sync === own) this.#sync = null;
    }
    if (this.#again && !own.signal.aborted) void this.sync();
  }

  /** Ends what is under way. */
  stop(): void {
    this.#sync?.abort();
    this.#sync = null;
    this.#again = false;
    clearTimeout(this.#retry);
  }

  async loadOlder(limit = firstPage): Promise<void> {
    const before = this.#older;
    if (before === null || this.loadingOlder) return;
    this.loadingOlder = true;
    this.#parts.onChange();
    try {
      const { rows, next } = await this.#read({ limit, before });
      this.#older = next;
      this.receive(rows);
    } catch {
      // Scrolling on asks again.
    } finally {
      this.loadingOlder = false;
      this.#parts.onChange();
    }
  }

  /** Takes in what an event or an answer brings. */
  receive(messages: readonly Message[]): void {
    this.#set(this.#reads.reduce(markRead, merge(this.#stored, messages)));
    this.#parts.onArrived(messages);
  }

  /** An event says that messages were read; it may be here before them. */
  read(event: MessagesRead): void {
    this.#reads = [...this.#reads, event]
      .sort((one, other) => one.upTo - other.upTo)
      .slice(-readsKept);
    this.#set(markRead(this.#stored, event));
  }

  async #loadNewest(signal: AbortSignal): Promise<void> {
    // Where nothing was written at first there is no id to go on from.
    const limit = this.state === 'ready' ? String(gapPage) : firstPage;
    const { rows, next } = await this.#read({ limit }, signal);
    const [first] = rows;
    // Between what came by itself before them and these there may be others: they come with the older ones.
    if (next !== null && first) this.#stored = this.#stored.filter(({ id }) => id >= first.id);
    this.#older = next;
    this.#syncedTo = rows.at(-1)?.id ?? null;
    this.receive(rows);
    this.#turn('ready', null);
  }

  async #loadGap(syncedTo: number, signal: AbortSignal): Promise<void> {
    const { userId } = this.#parts;
    let after = askAfter(this.#stored, syncedTo, userId);
    for (let isMore = true; isMore; ) {
      const { rows } = await this.#read({ limit: String(gapPage), after }, signal);
      this.receive(rows);
      const lastRead = rows.findLast((row) => row.senderId === userId && row.readAt !== undefined);
      if (lastRead?.readAt !== undefined) {
        const { id: upTo, readAt } = lastRead;
        this.#set(markRead(this.#stored, { senderId: userId, upTo, readAt }));
      }
      after = rows.at(-1)?.id ?? after;
      this.#syncedTo = Math.max(after, syncedTo);
      isMore = rows.length >= gapPage;
    }
    this.#turn('ready', null);
  }

  async #read(query: HistoryQuery, signal = new AbortController().signal) {
    const answer = await this.#parts.read(this.#parts.partnerId, query, signal);
    // A fake or an old browser may answer after the end.
    signal.throwIfAborted();
    return answer;
  }

  #later(error: unknown): void {
    const isNo = error instanceof CallError && error.status >= 400 && error.status < 500;
    if (isNo || this.open === 0) return;
    const pause = Math.min(firstPause * 2 ** this.#failures, maxPauseMs);
    this.#failures += 1;
    this.#retry = setTimeout(() => void this.sync(), pause);
  }

  #set(stored: readonly Message[]): void {
    if (stored === this.#stored) return;
    this.#stored = stored;
    this.#parts.onChange();
  }

  #turn(state: LiveThread['state'], error: unknown): void {
    this.state = state;
    this.error = error;
    this.#parts.onChange();
  }
}
