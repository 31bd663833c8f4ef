/** Fakes the tabs of one browser and an unreliable network, in one process and on the test's clock. */
import { CallError } from '#contract/wire/endpoint.ts';
import { newIdempotencyKey } from '../../web/lib/api/idempotency-key.ts';
import type { Connection, ConnectionState } from '../../web/lib/api/socket.ts';
import type { ChatServer, HistoryQuery } from '../../web/portal/chat/chat.data.ts';
import { ChatEngine } from '../../web/portal/chat/engine/engine.ts';
import type { OutboxEntry } from '../../web/portal/shared/offline/entries.ts';
import { Outbox } from '../../web/portal/shared/offline/outbox.ts';
import type { PortalQueryClient } from '../../web/portal/shell/portal-query-client.ts';
import { FakeServer, me, partner } from './chat-server.ts';
import { newClient, openThread } from './chat-thread.ts';

/** The state shared by the tabs of one browser. */
export class FakeBrowser {
  readonly stored = new Map<string, OutboxEntry>();
  readonly tabs = new Set<FakeTab>();
  readonly #queues = new Map<string, Promise<void>>();

  /** Runs the action once the earlier ones have ended, or their tabs were closed. */
  lock(name: string, tab: FakeTab, action: () => unknown): Promise<void> {
    const turn = (this.#queues.get(name) ?? Promise.resolve()).then(async () => {
      if (!tab.isClosed) await Promise.race([action(), tab.closed]);
    });
    this.#queues.set(name, turn);
    return turn;
  }
}

/** The network of a tab: maximum delay (ms) and probability (0 to 1) of losing or duplicating a message. */
export interface Network {
  slowest: number;
  loses: number;
  doubles: number;
}

/** Answers of the server in place of the usual ones. */
type TabOptions = Partial<ChatServer> & { hasLocks?: boolean };

/** One tab with a chat engine. */
export class FakeTab {
  readonly client: PortalQueryClient = newClient();
  readonly engine: ChatEngine;
  readonly outbox: Outbox;
  readonly thread: ReturnType<typeof openThread>;
  readonly closed: Promise<void>;
  isClosed = false;
  /** The `upTo` of each call of markRead. */
  readonly marked: number[] = [];
  /** Events that the engine emitted. */
  readonly emitted: unknown[] = [];
  readonly #server: FakeServer;
  readonly #browser: FakeBrowser;
  readonly #network: Network;
  readonly #random: () => number;
  readonly #listeners = new Map<string, ((payload: unknown) => void)[]>();
  readonly #watchers: ((state: ConnectionState) => void)[] = [];
  readonly #id = newIdempotencyKey();
  #state: ConnectionState = 'connecting';
  /** Increases with each disconnect. */
  #connection = 0;
  #close: () => void = () => {};

  constructor(
    server: FakeServer,
    browser: FakeBrowser,
    network: Network,
    random: () => number,
    { hasLocks = true, ...answers }: TabOptions = {},
  ) {
    this.#server = server;
    this.#browser = browser;
    this.#network = network;
    this.#random = random;
    this.closed = new Promise((resolve) => {
      this.#close = resolve;
    });
    server.tabs.add(this);
    browser.tabs.add(this);
    this.outbox = this.#makeOutbox(hasLocks);
    this.engine = new ChatEngine({
      ...{ userId: me, client: this.client, outbox: this.outbox },
      connection: this.#makeConnection(),
      server: { ...this.#makeServer(), ...answers },
    });
    this.thread = openThread(this.client, this.engine, this.outbox, me, partner);
  }

  get socketId(): string {
    return `${this.#id} ${this.#connection}`;
  }

  /** Connects; earlier events are not repeated. */
  connect(): void {
    if (this.isClosed) return;
    this.#setState('connected');
    this.outbox.drain();
  }

  /** The connection breaks: replies are lost, requests may still arrive. */
  disconnect(): void {
    if (this.#state !== 'connected') return;
    this.#connection += 1;
    this.#setState('connecting');
  }

  /** Closes the tab abruptly. */
  close(): void {
    this.#connection += 1;
    this.#setState('closed');
    this.isClosed = true;
    this.thread.close();
    this.outbox.open()();
    this.#server.tabs.delete(this);
    this.#browser.tabs.delete(this);
    this.#close();
  }

  /** Receives an event of the server; each has its own delay, so that events may arrive out of order. */
  receive(event: string, payload: unknown): void {
    if (this.#state !== 'connected') return;
    const connection = this.#connection;
    const deliver = () => {
      if (connection !== this.#connection || this.isClosed) return;
      for (const listener of this.#listeners.get(event) ?? []) listener(payload);
    };
    this.#later(deliver);
    if (this.#random() < this.#network.doubles) this.#later(deliver);
  }

  #later(action: () => void): void {
    setTimeout(action, Math.floor(this.#random() * this.#network.slowest));
  }

  #setState(state: ConnectionState): void {
    if (this.#state === state) return;
    this.#state = state;
    for (const watcher of this.#watchers) watcher(state);
  }

  #isLost(): boolean {
    return this.#random() < this.#network.loses;
  }

  /** Other tabs learn late what this one has stored. */
  #makeOutbox(hasLocks: boolean): Outbox {
    const { stored, tabs } = this.#browser;
    const locks = {
      request: (name: string, action: unknown) =>
        this.#browser.lock(name, this, action as () => unknown),
    } as Pick<LockManager, 'request'>;
    return new Outbox({
      userId: me,
      store: {
        all: async () => [...stored.values()],
        put: async ([, id], entry) => !this.isClosed && stored.set(String(id), entry),
        delete: async ([, id]) => !this.isClosed && stored.delete(String(id)),
      },
      deliver: () => Promise.reject(new CallError(400, { error: 'no calls here' })),
      locks: hasLocks ? locks : null,
      isSignedIn: () => true,
      newId: newIdempotencyKey,
      onSent: () => undefined,
      tellOthers: () => {
        for (const tab of tabs) {
          const read = () => void tab.outbox.refresh().then(() => tab.outbox.drain());
          if (tab !== this) this.#later(read);
        }
      },
    });
  }

  #makeConnection(): Connection {
    const getState = () => this.#state;
    return {
      get state() {
        return getState();
      },
      open: () => () => undefined,
      on: (event, listener) => {
        this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), listener]);
        return () => undefined;
      },
      onState: (watcher) => {
        this.#watchers.push(watcher);
        return () => undefined;
      },
      emit: (_event, payload) => {
        if (this.#state === 'connected') this.emitted.push(payload);
        return this.#state === 'connected';
      },
      emitWithAck: (_event, payload, timeout) => this.#ask(payload, timeout),
    };
  }

  #makeServer(): ChatServer {
    return {
      loadHistory: (_partnerId, query) => this.#loadHistory(query),
      upload: () => Promise.reject(new CallError(400, { error: 'no files here' })),
      markRead: (_senderId, upTo) => {
        this.marked.push(upTo);
        return Promise.resolve();
      },
    };
  }

  #ask(payload: unknown, timeout: number): Promise<unknown> {
    const connection = this.#connection;
    const from = this.socketId;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('no answer')), timeout);
      this.#watchers.push((state) => {
        if (state !== 'connected' && connection === this.#connection - 1) reject(new Error('cut'));
      });
      if (this.#isLost()) return;
      this.#later(() => {
        const ack = this.#server.take(payload as Parameters<FakeServer['take']>[0], from);
        if (this.#isLost()) return;
        this.#later(() => {
          if (connection !== this.#connection) return;
          clearTimeout(timer);
          resolve(ack);
        });
      });
    });
  }

  #loadHistory(query: HistoryQuery): ReturnType<ChatServer['loadHistory']> {
    return new Promise((resolve, reject) => {
      this.#later(() => {
        const page = this.#server.page(query);
        const isLost = this.#isLost();
        this.#later(() => {
          if (isLost) reject(new CallError(0, { error: 'offline' }));
          else resolve(page);
        });
      });
    });
  }
}

/** A network without faults. */
export const goodNetwork: Network = { slowest: 1, loses: 0, doubles: 0 };

/** A server and one connected tab. */
export function startTab(options: TabOptions = {}, server = new FakeServer()) {
  const tab = new FakeTab(server, new FakeBrowser(), goodNetwork, () => 0, options);
  tab.connect();
  const { view } = tab.thread;
  const states = () => view().messages.map(({ state }) => state);
  const texts = () => view().messages.map(({ content }) => content);
  return { server, tab, engine: tab.engine, view, texts, states };
}
