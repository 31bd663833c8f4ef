import { outbox as messages } from '#contract/messages/outbox.ts';
import { CallError, type Endpoint } from '#contract/wire/endpoint.ts';
import { serverMessage } from '#web/lib/api.ts';
import type { DeviceStore } from '#web/lib/device-store.ts';

/** Entries that are older (ms) are sent only when the user asks for it. The server recognizes a repeated call for a day longer. */
const maxAge = 14 * 24 * 60 * 60 * 1000;
/** Pause after an attempt without a response (ms); doubles with each further one. */
const firstPauseMs = 1000;
const maxPauseMs = 30_000;
/** Failures of the server (500) in a row after which an entry no longer holds up those behind it. */
const maxFailures = 5;

/** A call that waits on the device. */
export interface OutboxEntry {
  /** UUID; its Idempotency-Key at each attempt. */
  id: string;
  userId: number;
  /** When it was made, in milliseconds since 1970; always later than the entry before it. */
  at: number;
  endpoint: Pick<Endpoint, 'name' | 'method' | 'path' | 'access' | 'status'> & {
    upload?: { field: string };
  };
  params: Record<string, string | number>;
  /** The JSON body, or the text fields of a call with files. */
  body: Record<string, unknown> | undefined;
  files: readonly File[];
  /** Why the server refused it; it is not sent again until the user retries. */
  error: string | null;
}

export type NewEntry = Omit<OutboxEntry, 'id' | 'userId' | 'at' | 'error'>;

/** The call is stored on the device and will be sent. */
export class Waiting extends Error {
  override name = 'Waiting';

  constructor() {
    super(messages.waiting);
  }
}

/** What a screen that waits for the reply wants to know. */
export interface Watcher {
  signal?: AbortSignal | undefined;
  /** The same for each retry of a form, whose first call may have been stored; by default a new one. */
  idempotencyKey?: string | undefined;
  /** Called with the fraction of the bytes sent, 0 to 1. */
  onProgress?: ((part: number) => void) | undefined;
}

interface OutboxDeps {
  userId: number;
  store: Pick<DeviceStore<OutboxEntry>, 'put' | 'all' | 'delete'>;
  /** Makes the call; rejects with CallError. */
  deliver: (entry: OutboxEntry, watcher: Watcher) => Promise<unknown>;
  /** Let one tab at a time send; null where the browser has no locks. */
  locks: Pick<LockManager, 'request'> | null;
  /** Whether this user is still signed in: calls are made with the token of that moment. */
  isSignedIn: () => boolean;
  newId: () => string;
  /** A waiting entry was stored by the server. */
  onSent: (entry: OutboxEntry) => void;
  /** Tells the other tabs that the stored entries have changed. */
  tellOthers: () => void;
}

/** A screen that waits for the reply to its entry. */
interface Pending extends Watcher {
  resolve: (reply: unknown) => void;
  reject: (error: unknown) => void;
}

/** Sends a user's calls one after the other in the order they were made, each stored on the device before. */
export class Outbox {
  readonly #deps: OutboxDeps;
  readonly #pending = new Map<string, Pending>();
  readonly #watchers = new Set<() => void>();
  #all: readonly OutboxEntry[] = [];
  #isRead = false;
  #lastAt = 0;
  #isRunning = false;
  #isAsked = false;
  #isClosed = false;
  #lostCount = 0;
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sending: string | null = null;

  constructor(deps: OutboxDeps) {
    this.#deps = deps;
  }

  /** In the order made; the same array until something changes. */
  readonly view = (): readonly OutboxEntry[] => this.#all;

  readonly subscribe = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  };

  /** Whether the last attempt got no response. */
  get isLost(): boolean {
    return this.#lostCount > 0;
  }

  /** The id of the entry being sent. */
  get sending(): string | null {
    return this.#sending;
  }

  /** Reads what is stored, also by other tabs. */
  async refresh(): Promise<void> {
    const { store, userId } = this.#deps;
    const stored = await store.all(userId).catch(() => []);
    // One whose reply a screen here waits for may be newer than what was read, or sent by another tab: sending it again
    // gets the same reply.
    const own = this.#all.filter(
      ({ id }) => this.#pending.has(id) && !stored.some((entry) => entry.id === id),
    );
    this.#isRead = true;
    this.#show([...stored, ...own].sort((one, other) => one.at - other.at));
    const oldest = Date.now() - maxAge;
    for (const entry of this.#all) {
      // It may have been stored, or the clock was wrong: the user decides.
      const isTooOld = entry.at < oldest && entry.error === null;
      if (isTooOld) await this.#replace(entry, { ...entry, error: messages.tooOld });
    }
  }

  /**
   * Stores the call, sends it after those before it and resolves with the reply. Rejects with Waiting when
   * the server can't be reached, and with its CallError when it refuses; only then nothing is stored.
   */
  async send(input: NewEntry, watcher: Watcher = {}): Promise<unknown> {
    const { store, userId, newId, deliver } = this.#deps;
    // What an earlier visit left goes first, also after the clock was set back.
    if (!this.#isRead) await this.refresh();
    const id = watcher.idempotencyKey ?? newId();
    const entry = { ...input, id, userId, at: this.#now(), error: null };
    try {
      await store.put([userId, entry.id], entry);
    } catch {
      // The device stores nothing: it is sent as long as the screen is open.
      return deliver(entry, watcher);
    }
    const reply = new Promise((resolve, reject) => {
      this.#pending.set(entry.id, { ...watcher, resolve, reject });
    });
    this.#show([...this.#all, entry]);
    this.#deps.tellOthers();
    this.drain();
    return reply;
  }

  /** Sends what waits. Called after each reconnect and when a call is made. */
  drain(): void {
    this.#isAsked = true;
    if (!this.#isRunning && !this.#isClosed) void this.#run();
  }

  /** Sends nothing anymore: the user has left the portal. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  async retry(id: string): Promise<void> {
    const entry = this.#all.find((one) => one.id === id);
    if (entry) await this.#replace(entry, { ...entry, at: this.#now(), error: null });
    this.#lostCount = 0;
    this.drain();
  }

  async discard(id: string): Promise<void> {
    const entry = this.#all.find((one) => one.id === id);
    if (entry) await this.#delete(entry);
    this.#show(this.#all.filter((one) => one.id !== id));
  }

  async #run(): Promise<void> {
    const { locks, userId } = this.#deps;
    this.#isRunning = true;
    clearTimeout(this.#timer);
    while (this.#isAsked && !this.#isClosed) {
      this.#isAsked = false;
      let isTried = false;
      const run = () => {
        isTried = true;
        return this.#sendAll();
      };
      await locks?.request(`headrack.calls.${userId}`, run).catch(() => undefined);
      // Without the lock two tabs may send the same: the server stores it once.
      if (!isTried) await run();
    }
    this.#isRunning = false;
  }

  async #sendAll(): Promise<void> {
    await this.refresh();
    for (;;) {
      const maySend = this.#deps.isSignedIn() && !this.#isClosed;
      const entry = maySend ? this.#all.find(({ error }) => error === null) : undefined;
      this.#sending = entry?.id ?? null;
      this.#changed();
      if (!entry) break;
      if (await this.#sendOne(entry)) {
        this.#lostCount = 0;
        continue;
      }
      this.#lostCount += 1;
      const pause = Math.min(firstPauseMs * 2 ** (this.#lostCount - 1), maxPauseMs);
      if (!this.#isClosed) this.#timer = setTimeout(() => this.drain(), pause);
      break;
    }
    this.#sending = null;
    this.#changed();
    for (const [id, { signal, reject }] of this.#pending) {
      if (signal?.aborted) void this.discard(id);
      reject(new Waiting());
    }
    this.#pending.clear();
  }

  /** False when there was no response. */
  async #sendOne(entry: OutboxEntry): Promise<boolean> {
    const screen = this.#pending.get(entry.id);
    try {
      const reply = await this.#deps.deliver(entry, screen ?? {});
      await this.discard(entry.id);
      screen?.resolve(reply);
      if (!screen) this.#deps.onSent(entry);
    } catch (error) {
      const isCancelled = screen?.signal?.aborted === true;
      if (!isCancelled && this.#isLost(error, screen !== undefined)) return false;
      if (screen) {
        await this.discard(entry.id);
        screen.reject(error);
      } else await this.#refuse(entry, error);
    }
    this.#failures = 0;
    this.#pending.delete(entry.id);
    return true;
  }

  async #refuse(entry: OutboxEntry, error: unknown): Promise<void> {
    const { status, body } = error instanceof CallError ? error : { status: 0, body: null };
    // Another call was stored under its id; when the user retries, it is one of its own.
    const id = status === 422 ? this.#deps.newId() : entry.id;
    await this.#replace(entry, { ...entry, id, error: body?.error ?? messages.refused });
  }

  async #replace(former: OutboxEntry, entry: OutboxEntry): Promise<void> {
    await this.#deps.store.put([entry.userId, entry.id], entry).catch(() => undefined);
    if (former.id !== entry.id) await this.#delete(former);
    const all = this.#all.map((one) => (one.id === former.id ? entry : one));
    this.#show(all.sort((one, other) => one.at - other.at));
    this.#deps.tellOthers();
  }

  async #delete({ userId, id }: OutboxEntry): Promise<void> {
    await this.#deps.store.delete([userId, id]).catch(() => undefined);
    this.#deps.tellOthers();
  }

  #show(entries: readonly OutboxEntry[]): void {
    this.#all = entries;
    this.#lastAt = Math.max(this.#lastAt, entries.at(-1)?.at ?? 0);
    this.#changed();
  }

  /** Later than every entry, also when the clock was set back. */
  #now(): number {
    this.#lastAt = Math.max(Date.now(), this.#lastAt + 1);
    return this.#lastAt;
  }

  #changed(): void {
    for (const watcher of this.#watchers) watcher();
  }

  /** Whether the call may succeed later: without a screen that shows the error, also after an error of the server. */
  #isLost(error: unknown, hasScreen: boolean): boolean {
    if (!(error instanceof CallError)) return false;
    const { status } = error;
    // A captive portal answers with a page of its own and any status.
    if (status < 400 || status === 401) return true;
    if (hasScreen) return false;
    if (status === 500) this.#failures += 1;
    if (status >= 500) return this.#failures < maxFailures;
    return status === 408 || status === 429 || (serverMessage(error) === null && status !== 413);
  }
}
