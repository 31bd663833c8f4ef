import { HttpError } from './errors.ts';

/** A turn of the event loop, or a wait for the database, that takes so long (ms) is slow. */
const slowMs = 100;
/** Slowness of less than this time (ms) is a burst, which is answered whole. */
const burstMs = 2_000;
/** While overloaded, calls that arrive later in a turn, or behind a longer wait (ms), are refused; bulk work sooner. */
const limitMs = { usual: 100, bulk: 50 };

// Created once: refusing must cost a fraction of a call.
const busy = new HttpError('busy', { retryAfter: 2 });

/**
 * Refuses the calls that the server can't answer soon, so that those it accepts are answered quickly. SQLite and the
 * code of a call occupy the event loop, so calls wait in its turns; those for PostgreSQL wait for a connection.
 */
export class Overload {
  readonly #lookups = new Set<{ since: number }>();
  /** When the present turn began its first call. */
  #turn: number | null = null;
  #slowSince: number | null = null;

  /** Throws 503 when the call would wait too long. `bulk`: uploads and whole lists. */
  admit(kind: keyof typeof limitMs): void {
    const now = performance.now();
    if (this.#turn === null) {
      this.#turn = now;
      setImmediate(() => this.#endTurn());
    }
    if (this.#slowSince === null || now - this.#slowSince < burstMs) return;
    if (Math.max(now - this.#turn, this.#waitAt(now)) > limitMs[kind]) throw busy;
  }

  /** Runs the first query of a call: how long it takes shows how long calls wait for the database. */
  async firstQuery<T>(run: () => Promise<T>): Promise<T> {
    const lookup = { since: performance.now() };
    this.#lookups.add(lookup);
    try {
      return await run();
    } finally {
      this.#lookups.delete(lookup);
    }
  }

  #waitAt(now: number): number {
    const [oldest] = this.#lookups;
    return oldest ? now - oldest.since : 0;
  }

  #endTurn(): void {
    const now = performance.now();
    const isSlow = now - (this.#turn ?? now) > slowMs || this.#waitAt(now) > slowMs;
    this.#slowSince = isSlow ? (this.#slowSince ?? now) : null;
    this.#turn = null;
  }
}
