import type { Message } from '#contract/chat.ts';
import { LiveThread, type ReadHistory } from './live-thread.ts';
import type { Waiting } from './waiting.ts';

/** An event of what was stored has come by then (ms). */
const toldWithin = 2000;

interface ThreadsParts {
  userId: number;
  read: ReadHistory;
  onArrived: (messages: readonly Message[]) => void;
  onChange: () => void;
}

/** The threads of one person that have been on a screen since the page was loaded. */
export class Threads {
  readonly #parts: ThreadsParts;
  readonly #all = new Map<number, LiveThread>();

  constructor(parts: ThreadsParts) {
    this.#parts = parts;
  }

  /** The thread with that person, null where it was never asked for. */
  known(partnerId: number): LiveThread | null {
    return this.#all.get(partnerId) ?? null;
  }

  of(partnerId: number): LiveThread {
    const known = this.#all.get(partnerId);
    if (known) return known;
    const thread = new LiveThread({ ...this.#parts, partnerId });
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
   * These do not wait any more, and may be stored. What another tab has sent is told here, unless a first
   * try was this page's own: then it is asked for.
   */
  expect(gone: readonly Waiting[]): void {
    if (gone.length === 0) return;
    setTimeout(() => {
      for (const [partnerId, thread] of this.#all) {
        const isMissing = gone.some(
          ({ receiverId, clientId }) => receiverId === partnerId && !thread.has(clientId),
        );
        if (isMissing && thread.open > 0) void thread.sync();
      }
    }, toldWithin);
  }
}
