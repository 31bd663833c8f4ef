import type { QueryWait } from '../../database/postgres.ts';
import { HttpError } from '../runtime/errors.ts';

/** Waits of so long (ms) are slow. */
const slowMs = 150;
/** Slowness of less than this time (ms) is a burst, which is answered whole. */
const burstMs = 2_000;
/** Slow moments with no more than this time (ms) between them belong together. */
const gapMs = 500;
/** While overloaded, calls that would wait longer (ms) are refused; bulk work sooner. */
const limitMs = { usual: 200, bulk: 100 };
type Kind = keyof typeof limitMs;

// Created once: refusing must cost a fraction of a call.
const busy = new HttpError('busy', { retryAfter: 2 });

/**
 * Refuses the calls that the server can't answer soon, so that those it accepts are answered quickly. SQLite and the
 * code of a call occupy the event loop, so calls wait in its turns; those for PostgreSQL wait for a connection.
 */
export class Overload {
  readonly #queryWait: QueryWait;
  /** Calls whose session is being read: their own queries are still to come. */
  #unidentified = 0;
  /** When the last session was read, or the first of those was begun. */
  #identifiedAt = 0;
  /** When the present turn began its first call. */
  #turn: number | null = null;
  #slowSince = Number.NEGATIVE_INFINITY;
  #slowAt = Number.NEGATIVE_INFINITY;

  constructor(queryWait: QueryWait) {
    this.#queryWait = queryWait;
  }

  /** Throws 503 when a call that has just arrived would wait too long. `bulk`: uploads and whole lists. */
  admit(kind: Kind): void {
    const now = performance.now();
    if (this.#turn === null) {
      this.#turn = now;
      setImmediate(() => this.#endTurn());
    }
    const isOverloaded = now - this.#slowAt <= gapMs && this.#slowAt - this.#slowSince >= burstMs;
    if (isOverloaded && this.#waitAt(now) > limitMs[kind]) throw busy;
  }

  /** Resolves like `identifying`, which reads the session of an admitted call. */
  async identified(identifying: Promise<void>): Promise<void> {
    if (this.#unidentified === 0) this.#identifiedAt = performance.now();
    this.#unidentified += 1;
    try {
      await identifying;
    } finally {
      this.#unidentified -= 1;
      this.#identifiedAt = performance.now();
    }
  }

  #waitAt(now: number): number {
    const silence = this.#unidentified > 0 ? now - this.#identifiedAt : 0;
    // What is read in this turn has waited for one like it, and a call waits for its session and for its own queries.
    const waits = 2 * Math.max(now - (this.#turn ?? now), this.#queryWait(this.#unidentified));
    return Math.max(waits, silence);
  }

  #endTurn(): void {
    const now = performance.now();
    if (this.#waitAt(now) > slowMs) {
      if (now - this.#slowAt > gapMs) this.#slowSince = now;
      this.#slowAt = now;
    }
    this.#turn = null;
  }
}
