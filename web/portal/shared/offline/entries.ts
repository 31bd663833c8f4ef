import type { Endpoint } from '#contract/wire/endpoint.ts';
import type { DeviceStore } from '#web/lib/device/device-store.ts';
import { outbox as messages } from './messages.ts';

/** Calls that are older (ms) are sent only when the user asks for it, messages are deleted. The server recognizes a repeated call for a day longer. */
const maxAge = 14 * 24 * 60 * 60 * 1000;

interface Entry {
  /** UUID; its Idempotency-Key or clientId at each attempt. */
  id: string;
  userId: number;
  /** When it was made, in milliseconds since 1970; always later than the entry before it. */
  at: number;
  files: readonly File[];
  /** Why the server refused it; it is not sent again until the user retries. */
  error: string | null;
  /** Upload progress of a message, 0 to 100; known to this tab only. */
  percent?: number;
  /** Whether this tab sends it now. */
  isSending?: boolean;
}

/** A call that waits on the device. */
export interface WaitingCall extends Entry {
  receiverId?: undefined;
  endpoint: Pick<Endpoint, 'name' | 'method' | 'path' | 'access' | 'status'> & {
    upload?: { field: string };
  };
  params: Record<string, string | number>;
  /** The JSON body, or the text fields of a call with files. */
  body: Record<string, unknown> | undefined;
}

/** A chat message that the server has not confirmed. */
export interface UnsentMessage extends Entry {
  receiverId: number;
  /** Trimmed. */
  content: string;
}

export type OutboxEntry = WaitingCall | UnsentMessage;

type Given<E> = Omit<E, 'id' | 'userId' | 'at' | 'error' | 'percent' | 'isSending'>;
export type NewCall = Given<WaitingCall>;
export type NewMessage = Given<UnsentMessage>;

export function isMessage(entry: OutboxEntry): entry is UnsentMessage {
  return entry.receiverId !== undefined;
}

interface EntriesDeps {
  userId: number;
  store: Pick<DeviceStore<OutboxEntry>, 'put' | 'all' | 'delete'>;
  /** Whether a screen here waits for the reply to an entry, which another tab may have sent: sending it again gets the same reply. */
  isAwaited: (id: string) => boolean;
  /** Tells the other tabs that the stored entries have changed. */
  tellOthers: () => void;
}

/** What waits on the device, in the order made; all tabs read the same. */
export class Entries {
  readonly #deps: EntriesDeps;
  readonly #watchers = new Set<() => void>();
  /** Those that are only in this tab: the device hasn't stored them, or not yet. */
  readonly #unstored = new Set<string>();
  /** What was read from the device before this tab removed it must not come back. */
  readonly #removed = new Set<string>();
  #all: readonly OutboxEntry[] = [];
  #lastAt = 0;
  /** The last read or write: the next one waits for it, so that entries are stored in order. */
  #access: Promise<unknown> = Promise.resolve();

  constructor(deps: EntriesDeps) {
    this.#deps = deps;
  }

  /** The same array until something changes. */
  readonly view = (): readonly OutboxEntry[] => this.#all;

  readonly subscribe = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  };

  get(id: string): OutboxEntry | undefined {
    return this.#all.find((entry) => entry.id === id);
  }

  /** Whether an entry outlives this tab. */
  isStored(id: string): boolean {
    return !this.#unstored.has(id);
  }

  /** Reads what is stored, also by other tabs. */
  async refresh(): Promise<void> {
    const { store, userId } = this.#deps;
    const stored = await this.#inTurn(() => store.all(userId)).catch(() => null);
    if (stored !== null) this.#showStored(stored);
    const oldest = Date.now() - maxAge;
    for (const entry of this.#all.filter(({ at }) => at < oldest)) {
      if (isMessage(entry)) await this.remove(entry.id);
      // It may have been sent, or the clock was wrong: the user decides.
      else if (entry.error === null) {
        await this.replace(entry.id, { ...entry, error: messages.tooOld });
      }
    }
  }

  /** Shows an entry behind all others and stores it. False when the device can't. */
  async add(input: NewCall | NewMessage, id: string): Promise<boolean> {
    const at = this.nextTime();
    const entry = { ...input, id, userId: this.#deps.userId, at, error: null };
    this.#removed.delete(id);
    this.#unstored.add(id);
    this.#show([...this.#all, entry]);
    try {
      await this.#put(entry);
    } catch {
      return false;
    }
    this.#unstored.delete(id);
    return true;
  }

  async replace(id: string, entry: OutboxEntry): Promise<void> {
    await this.#put(entry).catch(() => undefined);
    if (id !== entry.id) await this.#delete(id);
    this.#show(this.#all.map((one) => (one.id === id ? entry : one)));
  }

  async remove(id: string): Promise<void> {
    if (!this.get(id)) return;
    this.#removed.add(id);
    this.#unstored.delete(id);
    this.#show(this.#all.filter((one) => one.id !== id));
    await this.#delete(id);
  }

  /** Changes what only this tab knows. */
  note(id: string, change: Pick<OutboxEntry, 'percent' | 'isSending'>): void {
    this.#show(this.#all.map((one) => (one.id === id ? { ...one, ...change } : one)));
  }

  /** Later than every entry, also when the clock was set back. */
  nextTime(): number {
    this.#lastAt = Math.max(Date.now(), this.#lastAt + 1);
    return this.#lastAt;
  }

  async #put(entry: OutboxEntry): Promise<void> {
    await this.#inTurn(() => this.#deps.store.put([entry.userId, entry.id], entry));
    this.#deps.tellOthers();
  }

  async #delete(id: string): Promise<void> {
    const { store, userId, tellOthers } = this.#deps;
    await this.#inTurn(() => store.delete([userId, id])).catch(() => undefined);
    tellOthers();
  }

  #inTurn<T>(access: () => Promise<T>): Promise<T> {
    const done = this.#access.then(access);
    this.#access = done.catch(() => undefined);
    return done;
  }

  #showStored(stored: readonly OutboxEntry[]): void {
    const read = stored.flatMap((entry) => {
      const before = this.get(entry.id);
      if (this.#removed.has(entry.id)) return [];
      // The same object until it changes.
      return before?.at === entry.at && before.error === entry.error ? before : entry;
    });
    const own = this.#all.filter(
      ({ id }) =>
        (this.#unstored.has(id) || this.#deps.isAwaited(id)) && !read.some((one) => one.id === id),
    );
    this.#show([...read, ...own]);
  }

  #show(entries: readonly OutboxEntry[]): void {
    this.#all = entries.toSorted((one, other) => one.at - other.at);
    this.#lastAt = Math.max(this.#lastAt, this.#all.at(-1)?.at ?? 0);
    for (const watcher of this.#watchers) watcher();
  }
}
