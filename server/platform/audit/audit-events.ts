import type { FastifyBaseLogger } from 'fastify';
import type { AuditAction } from '#contract/audit-actions.ts';
import type { Db } from '../../database/open.ts';
import { networkOf } from '../limits/limits.ts';
import type { Task } from '../runtime/tasks.ts';
import { type AuditEntry, logAudit, recordAudit } from './audit.ts';

const minute = 60_000;
/** One entry per action, actor and target in this time, then one with the count of the repeats. */
const windowMs: Partial<Record<AuditAction, number>> = { 'list.read': 60 * minute };
const defaultWindowMs = 10 * minute;
/** Entries per day of one action, for all visitors together and for each user; further targets are only counted. */
const maxDaily = { visitors: 2_000, user: 200 };
/** Entries per transaction. */
const batchSize = 100;

interface Window {
  entry: AuditEntry;
  /** The first event. */
  since: Date;
  /** The latest repeat. */
  until: Date;
  repeats: number;
  /** Milliseconds since 1970. */
  ends: number;
  isWritten: boolean;
}

interface Deps {
  db: Db;
  log: Pick<FastifyBaseLogger, 'info'>;
  now: () => Date;
}

/**
 * Records events that strangers or a looping client can cause at any rate: refused sign-ins and calls, limit hits
 * and reads of lists. Counts repeats in memory, so that an event costs no query; `flush` stores what is new.
 */
export class AuditEvents {
  readonly #deps: Deps;
  readonly #windows = new Map<string, Window>();
  /** Windows that ended with repeats. */
  readonly #ended = new Set<Window>();
  #day = '';
  /** Action and actor → entries today. */
  readonly #daily = new Map<string, number>();
  #flushed: Promise<void> = Promise.resolve();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  note(entry: AuditEntry): void {
    const now = this.#deps.now();
    const { action, userId, ip, target } = entry;
    const actor = userId === null ? networkOf(ip) : userId;
    const key = JSON.stringify([action, actor, target?.kind, target?.id, target?.label]);
    if (this.#repeat(key, now)) return;
    if (this.#hasRoom(entry, now)) this.#open(key, entry, now);
    else {
      const rest = JSON.stringify([action, userId]);
      if (!this.#repeat(rest, now)) this.#open(rest, { action, userId, ip: '' }, now);
    }
  }

  /** Stores new entries and the counts of windows that have ended; with `all`, also of open ones. Rejects when the database fails; nothing is lost then. */
  flush({ all = false }: { all?: boolean } = {}): Promise<void> {
    const flushed = this.#flushed.catch(() => {}).then(() => this.#flush(all));
    this.#flushed = flushed;
    return flushed;
  }

  #repeat(key: string, now: Date): boolean {
    const window = this.#windows.get(key);
    if (!window) return false;
    if (now.getTime() >= window.ends) {
      this.#end(key, window);
      return false;
    }
    window.repeats += 1;
    window.until = now;
    return true;
  }

  #open(key: string, entry: AuditEntry, now: Date): void {
    const ends = now.getTime() + (windowMs[entry.action] ?? defaultWindowMs);
    const window = { entry, since: now, until: now, repeats: 0, ends, isWritten: false };
    this.#windows.set(key, window);
  }

  #end(key: string, window: Window): void {
    this.#windows.delete(key);
    if (!window.isWritten || window.repeats > 0) this.#ended.add(window);
  }

  /** Counts an entry of today's; false when the actor has had all of them. */
  #hasRoom({ action, userId }: AuditEntry, now: Date): boolean {
    const day = now.toISOString().slice(0, 10);
    if (day !== this.#day) {
      this.#day = day;
      this.#daily.clear();
    }
    const key = `${action} ${userId}`;
    const count = this.#daily.get(key) ?? 0;
    if (count >= (userId === null ? maxDaily.visitors : maxDaily.user)) return false;
    this.#daily.set(key, count + 1);
    return true;
  }

  async #flush(all: boolean): Promise<void> {
    const { db, log } = this.#deps;
    const now = this.#deps.now().getTime();
    for (const [key, window] of this.#windows) {
      if (all || now >= window.ends) this.#end(key, window);
    }
    const fresh = [...this.#windows.values()].filter(({ isWritten }) => !isWritten);
    const ended = new Set(this.#ended);
    const due = [...ended, ...fresh];
    for (let start = 0; start < due.length; start += batchSize) {
      const batch = due.slice(start, start + batchSize);
      const lines = await db.transaction().execute(async (tx) => {
        const recorded = [];
        for (const window of batch) {
          if (!window.isWritten) recorded.push(await recordAudit(tx, window.since, window.entry));
          // An ended window counts no more.
          if (ended.has(window) && window.repeats > 0) {
            recorded.push(await recordAudit(tx, window.until, repeatsOf(window)));
          }
        }
        return recorded;
      });
      for (const line of lines) logAudit(log, line);
      for (const window of batch) {
        window.isWritten = true;
        this.#ended.delete(window);
      }
    }
  }
}

/** The entry of a window's repeats. */
function repeatsOf({ entry, repeats, since, until }: Window): AuditEntry {
  const times = { times: repeats, since: since.toISOString(), until: until.toISOString() };
  return { ...entry, detail: { ...entry.detail, ...times } };
}

/** Stores new events every second, so that a crash loses at most that. */
export function auditEventsTask(events: AuditEvents): Task {
  return {
    name: 'store audited events',
    every: 1_000,
    limit: minute,
    run: () => events.flush(),
  };
}
