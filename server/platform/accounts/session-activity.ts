import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '../../database/open.ts';
import { type OpenAt, setLastSeen } from './sessions.queries.ts';

const minute = 60_000;
/** Pause after a failed write: with a full disk, reads must not try one each. */
const retryMs = 30_000;
/** Sessions in memory; beyond that, the oldest entries are forgotten and written once more. */
const maxKnown = 20_000;

/**
 * Records when sessions were last used, and knows which have idled out. A session is written at most once in
 * `intervalMs`; every other call costs a look-up in memory.
 */
export class SessionActivity {
  readonly #db: Db;
  readonly #now: () => Date;
  readonly #log: FastifyBaseLogger;
  readonly #intervalMs: number;
  readonly #idleMs: number | null;
  /** jti → when it was last written (ms). */
  readonly #written = new Map<string, number>();

  constructor(db: Db, log: FastifyBaseLogger, now: () => Date, idleMinutes: number | null) {
    this.#db = db;
    this.#now = now;
    this.#log = log;
    this.#intervalMs = Math.min(5, (idleMinutes ?? 20) / 4) * minute;
    // The stored instant may be one interval behind: nobody is signed out early.
    this.#idleMs = idleMinutes === null ? null : idleMinutes * minute + this.#intervalMs;
  }

  openAt(now: Date): OpenAt {
    const idleSince =
      this.#idleMs === null ? '' : new Date(now.getTime() - this.#idleMs).toISOString();
    return { now: now.toISOString(), idleSince };
  }

  /** Does not wait for the database: a failed write is logged and tried again by a call half a minute later. */
  record(jti: string): void {
    const now = this.#now();
    const at = now.getTime();
    if (at - (this.#written.get(jti) ?? -Infinity) < this.#intervalMs) return;
    this.#written.delete(jti);
    this.#written.set(jti, at);
    if (this.#written.size > maxKnown) {
      const [oldest = ''] = this.#written.keys();
      this.#written.delete(oldest);
    }
    const cutoff = new Date(at - this.#intervalMs).toISOString();
    setLastSeen(this.#db, jti, now.toISOString(), cutoff).catch((error: unknown) => {
      this.#written.set(jti, at - this.#intervalMs + retryMs);
      this.#log.warn({ err: error }, 'last use of a session not recorded');
    });
  }
}
