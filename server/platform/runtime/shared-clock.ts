import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '../../database/open.ts';
import { selectPostgresTime } from '../../database/postgres-clock.ts';
import type { Task } from './tasks.ts';

/** How far (ms) the clock of a machine may be wrong before we say so: codes of an authenticator app are valid for half a minute. */
export const toleratedSkewMs = 30_000;
/** An answer within this time (ms) is exact enough; otherwise the quickest of several counts, because the first waits for a connection. */
const quickMs = 5;
const maxReads = 5;

/**
 * The clock of all nodes: PostgreSQL's, continued with the monotonic clock of this process. A machine whose own clock is
 * wrong, or jumps, thus ends no session early and deletes nothing too soon.
 */
export class SharedClock {
  readonly #db: Db;
  readonly #log: FastifyBaseLogger;
  /** What the clock showed when `performance.now()` was 0. */
  #origin = 0;

  private constructor(db: Db, log: FastifyBaseLogger) {
    this.#db = db;
    this.#log = log;
  }

  static async open(db: Db, log: FastifyBaseLogger): Promise<SharedClock> {
    const clock = new SharedClock(db, log);
    await clock.#read();
    return clock;
  }

  readonly now = (): Date => new Date(this.#origin + performance.now());

  /** Follows PostgreSQL's clock, and a database that takes over. */
  readonly task: Task = {
    name: 'read the clock',
    every: 30_000,
    limit: 10_000,
    run: () => this.#read(),
  };

  async #read(): Promise<void> {
    let origin = 0;
    let quickest = Number.POSITIVE_INFINITY;
    for (let reads = 0; reads < maxReads && quickest > quickMs; reads += 1) {
      const begun = performance.now();
      const time = await selectPostgresTime(this.#db);
      const took = performance.now() - begun;
      if (took >= quickest) continue;
      quickest = took;
      origin = time - begun - took / 2;
    }
    this.#origin = origin;
    const skew = Date.now() - this.now().getTime();
    if (Math.abs(skew) < toleratedSkewMs) return;
    this.#log.warn(
      { seconds: Math.round(skew / 1000) },
      'the clock of this machine is wrong; the clock of PostgreSQL is used',
    );
  }
}
