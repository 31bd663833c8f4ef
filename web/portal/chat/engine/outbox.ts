import type { Message } from '#contract/chat.ts';
import type { Delivery } from './delivery.ts';
import type { EngineDeps } from './types.ts';
import type { UnsentMessage, UnsentMessages } from './unsent-messages.ts';

interface OutboxDeps extends Pick<EngineDeps, 'userId' | 'connection' | 'locks' | 'onRejected'> {
  unsent: UnsentMessages;
  /** Reads what other tabs have stored. */
  refresh: () => void;
  deliver: (message: UnsentMessage) => Promise<Delivery>;
  onStored: (message: Message) => void;
  onChange: () => void;
}

/** Pause after an attempt without a response (ms); doubles with each further one. */
const firstPauseMs = 1000;
const maxPauseMs = 30_000;

/** Sends the unsent messages of each conversation on its own: a large file to one person doesn't delay messages to others. */
export class Outbox {
  readonly #deps: OutboxDeps;
  readonly #lanes = new Map<number, Lane>();

  constructor(deps: OutboxDeps) {
    this.#deps = deps;
  }

  /** Called when a message is written, after each reconnect, and when another tab has stored something. */
  drain(): void {
    for (const lane of this.#all()) lane.drain();
  }

  /** The connection has changed, so skip the current pauses. */
  connectionChanged(): void {
    for (const lane of this.#all()) lane.connectionChanged();
  }

  #all(): Iterable<Lane> {
    for (const { receiverId } of this.#deps.unsent.all) {
      if (!this.#lanes.has(receiverId)) {
        this.#lanes.set(receiverId, new Lane(this.#deps, receiverId));
      }
    }
    return this.#lanes.values();
  }
}

/**
 * Sends the messages to one person one after the other. Each attempt has the same clientId,
 * under which the server stores it once, so that unconfirmed messages can be resent.
 */
class Lane {
  readonly #deps: OutboxDeps;
  readonly #receiverId: number;
  #isRunning = false;
  #lostCount = 0;
  #wake: (() => void) | null = null;

  constructor(deps: OutboxDeps, receiverId: number) {
    this.#deps = deps;
    this.#receiverId = receiverId;
  }

  drain(): void {
    if (!this.#isRunning) void this.#run();
  }

  connectionChanged(): void {
    this.#lostCount = 0;
    this.#wake?.();
    this.drain();
  }

  #next(): UnsentMessage | undefined {
    const { connection, unsent } = this.#deps;
    if (connection.state !== 'connected') return undefined;
    return unsent.all.find(
      ({ receiverId, error }) => receiverId === this.#receiverId && error === null,
    );
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    try {
      while (this.#next()) {
        await this.#locked(() => this.#sendAll());
        // The lock is free meanwhile: another tab may have a better connection.
        if (this.#lostCount > 0 && this.#next()) {
          await this.#pause(Math.min(firstPauseMs * 2 ** (this.#lostCount - 1), maxPauseMs));
        }
      }
    } finally {
      this.#isRunning = false;
    }
  }

  async #locked(action: () => Promise<void>): Promise<void> {
    const { locks, userId, refresh } = this.#deps;
    let isTried = false;
    const tryOnce = () => {
      isTried = true;
      refresh();
      return action();
    };
    const name = `headrack.outbox.${userId}.${this.#receiverId}`;
    // Without the lock two tabs may send, which is harmless.
    await locks?.request(name, tryOnce).catch(() => undefined);
    if (!isTried) await tryOnce();
  }

  async #sendAll(): Promise<void> {
    const { unsent, refresh, deliver, onStored, onRejected, onChange } = this.#deps;
    for (let message = this.#next(); message; message = this.#next()) {
      const { clientId } = message;
      const result = await deliver(message);
      // An upload aborted by discarding its message isn't a connection failure.
      if (result.outcome === 'lost' && unsent.get(clientId)) {
        this.#lostCount += 1;
        return;
      }
      this.#lostCount = 0;
      if (result.outcome === 'later') {
        await this.#pause(result.seconds * 1000);
        refresh();
      } else if (result.outcome === 'stored') {
        unsent.remove(clientId);
        onStored(result.message);
      } else if (result.outcome === 'rejected') {
        unsent.update(clientId, { error: result.error });
        onRejected();
      }
      onChange();
    }
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        this.#wake = null;
        resolve();
      };
      const timer = setTimeout(wake, ms);
      this.#wake = wake;
    });
  }
}
