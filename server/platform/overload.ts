import { HttpError } from './errors.ts';

/** Waits of so long (ms) are slow. */
const slowMs = 150;
/** Slowness of less than this time (ms) is a burst, which is answered whole. */
const burstMs = 2_000;
/** While overloaded, calls that would wait longer (ms) are refused; bulk work sooner. */
const limitMs = { usual: 200, bulk: 100 };

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
  #turnEnded = Number.NEGATIVE_INFINITY;
  #slowSince: number | null = null;

  /** Throws 503 when the call would wait too long. `bulk`: uploads and whole lists. */
  admit(kind: keyof typeof limitMs): void {
    const now = performance.now();
    if (this.#turn === null) {
      this.#turn = now;
      // A pause ends an overload.
      if (now - this.#turnEnded > slowMs) this.#slowSince = null;
      setImmediate(() => this.#endTurn());
    }
    if (this.#slowSince === null || now - this.#slowSince < burstMs) return;
    if (this.#waitAt(now) > limitMs[kind]) throw busy;
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
    // What is read in this turn has waited for one like it.
    const turns = 2 * (now - (this.#turn ?? now));
    return Math.max(turns, oldest ? now - oldest.since : 0);
  }

  #endTurn(): void {
    const now = performance.now();
    this.#slowSince = this.#waitAt(now) > slowMs ? (this.#slowSince ?? now) : null;
    this.#turn = null;
    this.#turnEnded = now;
  }
}
