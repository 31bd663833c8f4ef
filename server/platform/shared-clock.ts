import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '../database/open.ts';
import { selectPostgresTime } from '../database/postgres-clock.ts';
import type { Task } from './tasks.ts';

/** How far (ms) the clock of a machine may be wrong before we say so: codes of an authenticator app are valid for half a minute. */
export const toleratedSkewMs = 30_000;

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
    const begun = performance.now();
    const time = await selectPostgresTime(this.#db);
    this.#origin = time - (begun + performance.now()) / 2;
    const skew = Date.now() - this.now().getTime();
    if (Math.abs(skew) < toleratedSkewMs) return;
    this.#log.warn(
      { seconds: Math.round(skew / 1000) },
      'the clock of this machine is wrong; the clock of PostgreSQL is used',
    );
  }
}
