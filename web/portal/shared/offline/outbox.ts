import { CallError } from '#contract/wire/endpoint.ts';
import { serverMessage } from '#web/lib/api/api.ts';
import type { DeviceStore } from '#web/lib/device/device-store.ts';
import {
  Entries,
  isMessage,
  type NewCall,
  type NewMessage,
  type OutboxEntry,
  type UnsentMessage,
  type WaitingCall,
} from './entries.ts';
import { outbox as messages } from './messages.ts';

/** Pause after an attempt without a response (ms); doubles with each further one. */
const firstPauseMs = 1000;
const maxPauseMs = 30_000;
/** Failures of the server (500) in a row after which an entry no longer holds up those behind it. */
const maxFailures = 5;

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

/** The result of one attempt to send an entry. */
export type Delivery<Reply = unknown> =
  | { outcome: 'stored'; reply: Reply }
  /** Refused by the server; not retried. */
  | { outcome: 'rejected'; error: string; cause?: unknown }
  /** Retry after that many seconds. */
  | { outcome: 'later'; seconds: number }
  /** No response: it may have arrived. */
  | { outcome: 'lost' };

interface OutboxDeps {
  userId: number;
  store: Pick<DeviceStore<OutboxEntry>, 'put' | 'all' | 'delete'>;
  /** Makes the call; rejects with CallError. */
  deliver: (entry: WaitingCall, watcher: Watcher) => Promise<unknown>;
  /** Let one tab at a time send; null where the browser has no locks. */
  locks: Pick<LockManager, 'request'> | null;
  /** Whether this user is still signed in: calls are made with the token of that moment. */
  isSignedIn: () => boolean;
  newId: () => string;
  /** A waiting call was stored by the server. */
  onSent: (entry: WaitingCall) => void;
  /** Tells the other tabs that the stored entries have changed. */
  tellOthers: () => void;
}

/** A screen that waits for the reply to its entry. */
interface Pending extends Watcher {
  resolve: (reply: unknown) => void;
  reject: (error: unknown) => void;
}

/** All calls, or all messages to one person: sent one after the other, whatever happens in other lanes. */
interface Lane {
  receiverId: number | undefined;
  isRunning: boolean;
  isAsked: boolean;
  /** Attempts without a response, and failures of the server, in a row. */
  lostCount: number;
  failures: number;
  timer?: ReturnType<typeof setTimeout>;
}

/** Sends a user's calls and chat messages in the order they were made, each stored on the device before. */
export class Outbox {
  readonly entries: Entries;
  /** Sends a chat message; null until the chat is loaded. */
  deliverMessage: ((entry: UnsentMessage) => Promise<Delivery>) | null = null;
  readonly #deps: OutboxDeps;
  readonly #pending = new Map<string, Pending>();
  readonly #lanes = new Map<number | undefined, Lane>();
  #isRead = false;
  #isClosed = false;

  constructor(deps: OutboxDeps) {
    this.#deps = deps;
    this.entries = new Entries({ ...deps, isAwaited: (id) => this.#pending.has(id) });
  }

  /** Whether the last call got no response. */
  get isLost(): boolean {
    return this.#laneOf(undefined).lostCount > 0;
  }

  /** Reads what is stored, also by other tabs. */
  async refresh(): Promise<void> {
    // After a logout nothing may be stored, and a read makes a database.
    if (this.#isClosed) return;
    await this.entries.refresh();
    this.#isRead = true;
  }

  /**
   * Stores the call, sends it after those before it and resolves with the reply. Rejects with Waiting when
   * the server can't be reached, and with its CallError when it refuses; only then nothing is stored.
   */
  async send(input: NewCall, watcher: Watcher = {}): Promise<unknown> {
    const { userId, newId, deliver } = this.#deps;
    const id = watcher.idempotencyKey ?? newId();
    // What an earlier visit left goes first, also after the clock was set back.
    if (!this.#isRead) await this.refresh();
    const reply = new Promise((resolve, reject) => {
      this.#pending.set(id, { ...watcher, resolve, reject });
    });
    reply.catch(() => undefined);
    if (await this.entries.add(input, id)) {
      this.#ask(this.#laneOf(undefined));
      return reply;
    }
    // The device stores nothing: it is sent as long as the screen is open.
    this.#pending.delete(id);
    await this.entries.remove(id);
    return deliver({ ...input, id, userId, at: Date.now(), error: null }, watcher);
  }

  /** Stores and sends a message, for whose reply no screen waits. False when the device can't store it: it is sent as long as this tab is open. */
  async add(input: NewMessage, id: string): Promise<boolean> {
    if (!this.#isRead) await this.refresh();
    const isStored = await this.entries.add(input, id);
    this.#ask(this.#laneOf(input.receiverId));
    return isStored;
  }

  /** Sends what waits. Called after each reconnect and when another tab has stored something. */
  drain(): void {
    if (this.#isClosed) return;
    if (!this.#isRead) {
      void this.refresh().then(() => this.drain());
      return;
    }
    const receivers = this.entries.view().map(({ receiverId }) => receiverId);
    for (const receiverId of new Set([undefined, ...receivers]))
      this.#ask(this.#laneOf(receiverId));
  }

  async retry(id: string): Promise<void> {
    const entry = this.entries.get(id);
    if (!entry || entry.error === null) return;
    const at = this.entries.nextTime();
    await this.entries.replace(id, { ...entry, at, error: null, percent: 0 });
    const lane = this.#laneOf(entry.receiverId);
    lane.lostCount = 0;
    this.#ask(lane);
  }

  /** Sends until the returned function is called: the user has left the portal. */
  open(): () => void {
    this.#isClosed = false;
    return () => {
      this.#isClosed = true;
      for (const { timer } of this.#lanes.values()) clearTimeout(timer);
    };
  }

  #laneOf(receiverId: number | undefined): Lane {
    const known = this.#lanes.get(receiverId);
    if (known) return known;
    const lane = { receiverId, isRunning: false, isAsked: false, lostCount: 0, failures: 0 };
    this.#lanes.set(receiverId, lane);
    return lane;
  }

  #ask(lane: Lane): void {
    lane.isAsked = true;
    if (!lane.isRunning) void this.#run(lane);
  }

  async #run(lane: Lane): Promise<void> {
    const { locks, userId } = this.#deps;
    lane.isRunning = true;
    clearTimeout(lane.timer);
    while (lane.isAsked && !this.#isClosed) {
      lane.isAsked = false;
      let isTried = false;
      const run = () => {
        isTried = true;
        return this.#sendAll(lane);
      };
      const name = `headrack.calls.${userId}.${lane.receiverId ?? ''}`;
      await locks?.request(name, run).catch(() => undefined);
      // Without the lock two tabs may send the same: the server stores it once.
      if (!isTried) await run();
    }
    lane.isRunning = false;
  }

  async #sendAll(lane: Lane): Promise<void> {
    await this.refresh();
    for (let entry = this.#next(lane); entry; entry = this.#next(lane)) {
      this.entries.note(entry.id, { isSending: true });
      const pauseMs = await this.#sendOne(entry, lane);
      this.entries.note(entry.id, { isSending: false });
      if (pauseMs === 0) continue;
      if (!this.#isClosed) lane.timer = setTimeout(() => this.#ask(lane), pauseMs);
      break;
    }
    if (lane.receiverId !== undefined) return;
    for (const [id, { signal, reject }] of this.#pending) {
      if (signal?.aborted) void this.entries.remove(id);
      reject(new Waiting());
    }
    this.#pending.clear();
  }

  #next({ receiverId }: Lane): OutboxEntry | undefined {
    if (this.#isClosed || !this.#deps.isSignedIn()) return undefined;
    if (receiverId !== undefined && this.deliverMessage === null) return undefined;
    return this.entries
      .view()
      .find((entry) => entry.receiverId === receiverId && entry.error === null);
  }

  /** Returns how long the lane pauses, in ms; 0 when it goes on. */
  async #sendOne(entry: OutboxEntry, lane: Lane): Promise<number> {
    const screen = this.#pending.get(entry.id);
    const result = await (isMessage(entry)
      ? this.#message(entry)
      : this.#call(entry, screen, lane));
    // An upload that was stopped by discarding it isn't a failure of the connection.
    if (result.outcome === 'lost' && this.entries.get(entry.id)) {
      lane.lostCount += 1;
      return Math.min(firstPauseMs * 2 ** (lane.lostCount - 1), maxPauseMs);
    }
    lane.lostCount = 0;
    lane.failures = 0;
    if (result.outcome === 'later') return result.seconds * 1000;
    if (screen || result.outcome === 'stored') await this.entries.remove(entry.id);
    if (result.outcome === 'stored') {
      screen?.resolve(result.reply);
      if (!screen && !isMessage(entry)) this.#deps.onSent(entry);
    } else if (screen) screen.reject(result.outcome === 'rejected' ? result.cause : new Waiting());
    else if (result.outcome === 'rejected') await this.#refuse(entry, result);
    this.#pending.delete(entry.id);
    return 0;
  }

  async #message(entry: UnsentMessage): Promise<Delivery> {
    return (await this.deliverMessage?.(entry)) ?? { outcome: 'lost' };
  }

  async #call(entry: WaitingCall, screen: Pending | undefined, lane: Lane): Promise<Delivery> {
    try {
      return { outcome: 'stored', reply: await this.#deps.deliver(entry, screen ?? {}) };
    } catch (cause) {
      const isCancelled = screen?.signal?.aborted === true;
      if (!isCancelled && isLost(cause, screen !== undefined, lane)) return { outcome: 'lost' };
      const error = cause instanceof CallError ? cause.body.error : messages.refused;
      return { outcome: 'rejected', error, cause };
    }
  }

  async #refuse(
    entry: OutboxEntry,
    { error, cause }: Delivery & { outcome: 'rejected' },
  ): Promise<void> {
    // Another tab may have discarded it.
    await this.refresh();
    if (!this.entries.get(entry.id)) return;
    // Another call was stored under its id; when the user retries, it is one of its own.
    const isReused = cause instanceof CallError && cause.status === 422;
    const id = isReused ? this.#deps.newId() : entry.id;
    await this.entries.replace(entry.id, { ...entry, id, error });
  }
}

/** Whether the call may succeed later: without a screen that shows the error, also after an error of the server. */
function isLost(error: unknown, hasScreen: boolean, lane: Lane): boolean {
  if (!(error instanceof CallError)) return false;
  const { status } = error;
  // A captive portal answers with a page of its own and any status.
  if (status < 400 || status === 401) return true;
  if (hasScreen) return false;
  if (status === 500) lane.failures += 1;
  if (status >= 500) return lane.failures < maxFailures;
  return status === 408 || status === 429 || (serverMessage(error) === null && status !== 413);
}
