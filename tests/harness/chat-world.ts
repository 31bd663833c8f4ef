/** The tabs of one browser and a network that fails, all in one process and in the test's own time. */
import { CallError } from '#contract/endpoint.ts';
import { newIdempotencyKey } from '../../web/lib/idempotency-key.ts';
import type { ConnectionState } from '../../web/lib/socket.ts';
import { ChatEngine } from '../../web/portal/chat/engine/engine.ts';
import type { EngineParts } from '../../web/portal/chat/engine/engine-parts.ts';
import { FakeServer, me, partner } from './chat-server.ts';
import { memoryFiles } from './memory-files.ts';

/** Numbers from 0 to 1, the same for the same seed. */
export function randomOf(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** What the tabs of one browser share: a storage and its locks. */
export class FakeBrowser {
  readonly kept = new Map<string, string>();
  readonly files = memoryFiles();
  readonly tabs = new Set<FakeTab>();
  readonly #queues = new Map<string, Promise<void>>();

  /** Runs when those before it have ended, or their tab has. */
  lock(name: string, tab: FakeTab, action: () => unknown): Promise<void> {
    const mine = (this.#queues.get(name) ?? Promise.resolve()).then(async () => {
      if (!tab.isDead) await Promise.race([action(), tab.dead]);
    });
    this.#queues.set(name, mine);
    return mine;
  }
}

/** How the network of a tab is: milliseconds that something takes at most, and how often (0 to 1) it gets lost or comes twice. */
export interface Network {
  slowest: number;
  loses: number;
  doubles: number;
}

/** One tab with the engine of the chat in it. */
export class FakeTab {
  readonly engine: ChatEngine;
  readonly dead: Promise<void>;
  isDead = false;
  isVisible = true;
  /** What the engine has told the server to be read, each `upTo`. */
  readonly marked: number[] = [];
  readonly #server: FakeServer;
  readonly #browser: FakeBrowser;
  readonly #network: Network;
  readonly #random: () => number;
  readonly #listeners = new Map<string, ((payload: unknown) => void)[]>();
  readonly #watchers: ((state: ConnectionState) => void)[] = [];
  #state: ConnectionState = 'connecting';
  readonly #id = newIdempotencyKey();
  #line = 0;
  #die: () => void = () => {};
  #onStorage: () => void = () => {};
  onVisibility: () => void = () => {};
  /** What the engine says without waiting for an answer. */
  onSaid: (payload: unknown) => void = () => {};

  constructor(
    server: FakeServer,
    browser: FakeBrowser,
    network: Network,
    random: () => number,
    more: Partial<EngineParts> = {},
  ) {
    this.#server = server;
    this.#browser = browser;
    this.#network = network;
    this.#random = random;
    this.dead = new Promise((resolve) => {
      this.#die = resolve;
    });
    server.tabs.add(this);
    browser.tabs.add(this);
    this.engine = new ChatEngine({ ...this.#parts(), ...more });
    this.engine.open(partner);
  }

  /** What the server calls the line that is now. */
  get lineId(): string {
    return `${this.#id} ${this.#line}`;
  }

  /** The line comes; what was said before is not repeated. */
  connect(): void {
    if (this.isDead || this.#state === 'connected') return;
    this.#turn('connected');
  }

  /** The line breaks: what is on its way down is lost, what is on its way up may still arrive. */
  cut(): void {
    if (this.#state !== 'connected') return;
    this.#line += 1;
    this.#turn('connecting');
  }

  /** The tab is closed in the middle of everything. */
  close(): void {
    this.#line += 1;
    this.#turn('closed');
    this.isDead = true;
    this.#server.tabs.delete(this);
    this.#browser.tabs.delete(this);
    this.#die();
  }

  /** An event of the server; each takes its own time, so that they overtake each other. */
  hear(event: string, payload: unknown): void {
    if (this.#state !== 'connected') return;
    const line = this.#line;
    const deliver = () => {
      if (line !== this.#line || this.isDead) return;
      for (const listener of this.#listeners.get(event) ?? []) listener(payload);
    };
    this.#after(deliver);
    if (this.#random() < this.#network.doubles) this.#after(deliver);
  }

  #after(action: () => void): void {
    setTimeout(action, Math.floor(this.#random() * this.#network.slowest));
  }

  #turn(state: ConnectionState): void {
    this.#state = state;
    for (const watcher of this.#watchers) watcher(state);
  }

  #isLost(): boolean {
    return this.#random() < this.#network.loses;
  }

  #parts(): EngineParts {
    const stateOf = () => this.#state;
    const { kept } = this.#browser;
    const written = () => {
      for (const tab of this.#browser.tabs) if (tab !== this) this.#after(() => tab.#onStorage());
    };
    return {
      userId: me,
      connection: {
        get state() {
          return stateOf();
        },
        on: (event, listener) => {
          this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), listener]);
          return () => undefined;
        },
        onState: (watcher) => {
          this.#watchers.push(watcher);
          return () => undefined;
        },
        emit: (_event, payload) => {
          if (this.#state === 'connected') this.onSaid(payload);
          return this.#state === 'connected';
        },
        ask: (_event, payload, timeout) => this.#ask(payload, timeout),
      },
      read: (_partnerId, query) => this.#read(query),
      upload: () => Promise.reject(new CallError(400, { error: 'no files here' })),
      markRead: (_senderId, upTo) => {
        this.marked.push(upTo);
        return Promise.resolve();
      },
      place: {
        get length() {
          return kept.size;
        },
        key: (index) => [...kept.keys()][index] ?? null,
        getItem: (key) => kept.get(key) ?? null,
        setItem: (key, value) => {
          if (this.isDead) return;
          kept.set(key, value);
          written();
        },
        removeItem: (key) => {
          if (!this.isDead && kept.delete(key)) written();
        },
      },
      files: this.#browser.files,
      locks: {
        request: (name: string, action: unknown) =>
          this.#browser.lock(name, this, action as () => unknown),
      } as EngineParts['locks'],
      isVisible: () => this.isVisible,
      watch: (onVisibility, onStorage) => {
        this.onVisibility = onVisibility;
        this.#onStorage = onStorage;
        return () => {
          this.#onStorage = () => {};
        };
      },
      uploadBegins: () => () => undefined,
      onFileNotKept: () => undefined,
      onMessage: () => undefined,
      onRefused: () => undefined,
      onInSight: () => undefined,
      onSeen: () => undefined,
      ask: () => undefined,
    };
  }

  #ask(payload: unknown, timeout: number): Promise<unknown> {
    const line = this.#line;
    const from = this.lineId;
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error('no answer')), timeout);
      this.#watchers.push((state) => {
        if (state !== 'connected' && line === this.#line - 1) reject(new Error('cut'));
      });
      if (this.#isLost()) return;
      this.#after(() => {
        const answer = this.#server.take(payload as Parameters<FakeServer['take']>[0], from);
        if (this.#isLost()) return;
        this.#after(() => {
          if (line !== this.#line) return;
          clearTimeout(late);
          resolve(answer);
        });
      });
    });
  }

  #read(query: Parameters<FakeServer['page']>[0]): ReturnType<EngineParts['read']> {
    return new Promise((resolve, reject) => {
      this.#after(() => {
        const page = this.#server.page(query);
        const isLost = this.#isLost();
        this.#after(() => {
          if (isLost) reject(new CallError(0, { error: 'offline' }));
          else resolve(page);
        });
      });
    });
  }
}

/** A network that is no trouble. */
export const quick: Network = { slowest: 1, loses: 0, doubles: 0 };

/** A server and one connected tab, with what a test wants to be different in it. */
export function startTab(more: Partial<EngineParts> = {}) {
  const server = new FakeServer();
  const tab = new FakeTab(server, new FakeBrowser(), quick, () => 0, more);
  tab.connect();
  const states = () => tab.engine.view(partner).messages.map(({ state }) => state);
  const texts = () => tab.engine.view(partner).messages.map(({ content }) => content);
  return { server, tab, engine: tab.engine, texts, states };
}
