import type { Message } from '#contract/chat.ts';
import type { Waiting, WaitingMessages } from './waiting.ts';

/** How one try to send a message ended. */
export type Delivery =
  | { outcome: 'stored'; message: Message }
  /** The server's no. */
  | { outcome: 'refused'; error: string }
  /** To be tried again after that many seconds. */
  | { outcome: 'later'; seconds: number }
  /** No answer: it may have arrived. */
  | { outcome: 'lost' };

interface OutboxParts {
  waiting: WaitingMessages;
  /** One tab of a person sends to somebody at a time; null where the browser has no locks. */
  locks: Pick<LockManager, 'request'> | null;
  lockName: string;
  /** Whether there is a line. */
  canSend: () => boolean;
  /** Reads again what other tabs keep. */
  refresh: () => void;
  deliver: (entry: Waiting) => Promise<Delivery>;
  onStored: (message: Message) => void;
  onRefused: () => void;
  onChange: () => void;
}

/** After a try that had no answer (ms), twice as long after each further one. */
const firstPause = 1000;
const maxPauseMs = 30_000;

/** Sends what waits, each conversation for itself: a long file to one person holds up nothing to another. */
export class Outbox {
  readonly #parts: OutboxParts;
  readonly #lanes = new Map<number, Lane>();

  constructor(parts: OutboxParts) {
    this.#parts = parts;
  }

  /** Sends what there is. Called when something is written, after each reconnect, and when another tab has written. */
  drain(): void {
    for (const lane of this.#all()) lane.drain();
  }

  /** The line has come or gone: no pause of before is worth its time. */
  lineChanged(): void {
    for (const lane of this.#all()) lane.lineChanged();
  }

  #all(): Iterable<Lane> {
    for (const { receiverId } of this.#parts.waiting.all) {
      if (!this.#lanes.has(receiverId)) {
        this.#lanes.set(receiverId, new Lane(this.#parts, receiverId));
      }
    }
    return this.#lanes.values();
  }
}

/**
 * Sends what waits for one person, one after the other. Each try of a message has the same clientId,
 * under which the server stores it once: so a doubtful one is simply sent again.
 */
class Lane {
  readonly #parts: OutboxParts;
  readonly #receiverId: number;
  #running = false;
  #lost = 0;
  #wake: (() => void) | null = null;

  constructor(parts: OutboxParts, receiverId: number) {
    this.#parts = parts;
    this.#receiverId = receiverId;
  }

  drain(): void {
    if (!this.#running) void this.#run();
  }

  lineChanged(): void {
    this.#lost = 0;
    this.#wake?.();
    this.drain();
  }

  #next(): Waiting | undefined {
    if (!this.#parts.canSend()) return undefined;
    return this.#parts.waiting.all.find(
      ({ receiverId, error }) => receiverId === this.#receiverId && error === null,
    );
  }

  async #run(): Promise<void> {
    this.#running = true;
    try {
      while (this.#next()) {
        await this.#locked(() => this.#sendAll());
        // The lock is free meanwhile: another tab may have a better line.
        if (this.#lost > 0 && this.#next()) {
          await this.#pause(Math.min(firstPause * 2 ** (this.#lost - 1), maxPauseMs));
        }
      }
    } finally {
      this.#running = false;
    }
  }

  async #locked(action: () => Promise<void>): Promise<void> {
    const { locks, lockName, refresh } = this.#parts;
    let isTried = false;
    const fresh = () => {
      isTried = true;
      refresh();
      return action();
    };
    // Where a browser has locks and does not give any, sending twice harms nothing either.
    await locks?.request(`${lockName}.${this.#receiverId}`, fresh).catch(() => undefined);
    if (!isTried) await fresh();
  }

  async #sendAll(): Promise<void> {
    const { waiting, refresh, deliver, onStored, onRefused, onChange } = this.#parts;
    for (let entry = this.#next(); entry; entry = this.#next()) {
      const { clientId } = entry;
      const result = await deliver(entry);
      // A sending that was stopped because the message was taken back is no failure of the line.
      if (result.outcome === 'lost' && waiting.get(clientId)) {
        this.#lost += 1;
        return;
      }
      this.#lost = 0;
      if (result.outcome === 'later') {
        await this.#pause(result.seconds * 1000);
        refresh();
      } else if (result.outcome === 'stored') {
        waiting.drop(clientId);
        onStored(result.message);
      } else if (result.outcome === 'refused') {
        waiting.update(clientId, { error: result.error });
        onRefused();
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
