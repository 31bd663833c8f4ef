import { createHash, createHmac, hash, timingSafeEqual } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { Db, Engine } from '../database/open.ts';
import { recordAudit } from './audit.ts';
import {
  type AuditHead,
  type AuditRow,
  type ChainRow,
  deleteChained,
  insertChainRows,
  selectAfter,
  selectChained,
  selectChainRow,
  selectHead,
  selectHeadForUpdate,
  selectTransactions,
  updateHead,
} from './audit-chain.queries.ts';
import type { Task } from './tasks.ts';

/** Entries per transaction: a few milliseconds, in which nobody else writes on SQLite. */
const batchSize = 200;
/** A run extends no further after this, so that it never counts as stuck. */
const runBudgetMs = 30_000;
/** A missing id counts as rolled back after this, even if an old transaction still runs. */
const maxGapMs = 60_000;

/** Derives the key of the head's signature from the token secret. */
export function auditKey(secret: string): Buffer {
  return createHmac('sha256', secret).update('audit log').digest();
}

/** Names a key without revealing it. */
export function keyIdOf(key: Buffer): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 16);
}

/**
 * The hash (hex) of an entry at a position of the chain and of everything before. Without address and label, which
 * audit-clearing.queries.ts clears.
 */
export function hashOf(before: string, position: number, row: AuditRow): string {
  const { id, at, user_id, action, target_kind, target_id, detail } = row;
  const fields = [before, position, id, at, user_id, action, target_kind, target_id, detail];
  return hash('sha256', JSON.stringify(fields));
}

function signatureOf(key: Buffer, head: AuditHead): string {
  const { position, hash, last_audit_id, pruned_position, pruned_hash } = head;
  const fields = [position, hash, last_audit_id, pruned_position, pruned_hash];
  return createHmac('sha256', key).update(JSON.stringify(fields)).digest('hex');
}

/** Whether this key signed the head. */
export function isSigned(key: Buffer, head: AuditHead): boolean {
  const [expected, actual] = [Buffer.from(signatureOf(key, head)), Buffer.from(head.signature)];
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}

/** The chain doesn't match its head: someone changed the database. */
export class AuditChainBroken extends Error {
  override name = 'AuditChainBroken';
}

interface Deps {
  db: Db;
  engine: Engine;
  log: Pick<FastifyBaseLogger, 'error' | 'info' | 'warn'>;
  now: () => Date;
  key: Buffer;
}

/**
 * Adds committed audit entries to a hash chain, in the background: a write waits for nothing, and after a kill the
 * next start continues. Entries that a forger inserts among old ones are never added.
 */
export class AuditChain {
  readonly #deps: Deps;
  /** PostgreSQL: no entry up to this id can appear any more. */
  #final = 0;
  /** The newest entry when it was read, and the transaction id that all writers of earlier ids are below. */
  #candidate: { id: number; since: number; end: number | null } | null = null;
  /** This process has accepted the head, so another key is no restart with a new secret. */
  #isOwnKey = false;
  #isReported = false;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Adds all entries that have been committed, in the order of their ids. */
  async extend(): Promise<void> {
    const until = performance.now() + runBudgetMs;
    while ((await this.#run(() => this.#extend())) === batchSize && performance.now() < until);
  }

  /** Deletes entries from before an instant, from the start of the chain; returns how many. */
  async prune(before: string): Promise<number> {
    let entries = 0;
    for (;;) {
      const count = await this.#run(() => this.#prune(before));
      entries += count ?? 0;
      if (!count) break;
    }
    if (entries === 0) return 0;
    const target = { kind: 'log', id: '', label: '' };
    const detail = { entries, before };
    const entry = { userId: null, ip: '', action: 'log.prune', target, detail } as const;
    await recordAudit(this.#deps.db, this.#deps.now(), entry);
    return entries;
  }

  async logHead(): Promise<void> {
    const { position, hash } = await selectHead(this.#deps.db);
    this.#deps.log.info({ head: `${position}:${hash}` }, 'audit log head');
  }

  /** Runs one step; a broken chain is logged once instead of every second. */
  async #run<T>(work: () => Promise<T>): Promise<T | null> {
    try {
      const result = await work();
      this.#isOwnKey = true;
      return result;
    } catch (error) {
      if (!(error instanceof AuditChainBroken)) throw error;
      if (!this.#isReported) this.#deps.log.error({ err: error }, error.message);
      this.#isReported = true;
      return null;
    }
  }

  /** Returns how many entries it added. */
  async #extend(): Promise<number> {
    const { db, engine } = this.#deps;
    return db.transaction().execute(async (tx) => {
      const head = await selectHeadForUpdate(tx, engine);
      // Another node is at it.
      if (!head) return 0;
      await this.#check(tx, head);
      const unchained = await selectAfter(tx, head.last_audit_id, batchSize);
      const rows = engine === 'sqlite' ? unchained : await this.#inOrder(tx, head, unchained);
      if (rows.length === 0) return 0;
      let { position, hash, last_audit_id } = head;
      const chained: ChainRow[] = [];
      for (const row of rows) {
        position += 1;
        hash = hashOf(hash, position, row);
        last_audit_id = row.id;
        chained.push({ position, audit_id: row.id, hash });
      }
      await insertChainRows(tx, engine, chained);
      await this.#writeHead(tx, { ...head, position, hash, last_audit_id });
      return rows.length;
    });
  }

  /**
   * PostgreSQL commits out of order. Returns the entries up to the first id that is missing and may still appear:
   * one whose transaction began before a later entry was read and hasn't ended.
   */
  async #inOrder(tx: Db, head: AuditHead, rows: AuditRow[]): Promise<AuditRow[]> {
    if (rows.length === 0) return rows;
    let next = head.last_audit_id;
    const isGap = ({ id }: AuditRow) => {
      next += 1;
      return id !== next;
    };
    const gap = rows.findIndex(isGap);
    if (gap === -1) return rows;
    await this.#settle(tx);
    const settled = rows.findLastIndex(({ id }) => id <= this.#final);
    // Up to the final id gaps are rolled back writes; after it, until the next gap.
    let end = Math.max(gap, settled + 1);
    if (end === settled + 1) {
      while (end < rows.length && rows[end]?.id === (rows[end - 1]?.id ?? 0) + 1) end += 1;
    }
    return rows.slice(0, end);
  }

  async #settle(tx: Db): Promise<void> {
    const { newest, oldestRunning, nextTransaction } = await selectTransactions(tx);
    const now = performance.now();
    const candidate = this.#candidate;
    if (candidate === null) {
      this.#candidate = { id: newest, since: now, end: null };
    } else if (candidate.end === null) {
      // Only now: an insert takes its id a moment before its transaction id.
      candidate.end = nextTransaction;
    } else if (oldestRunning >= candidate.end || now - candidate.since > maxGapMs) {
      this.#final = candidate.id;
      this.#candidate = null;
    }
  }

  /** Returns how many entries it deleted. */
  async #prune(before: string): Promise<number> {
    const { db, engine } = this.#deps;
    return db.transaction().execute(async (tx) => {
      const head = await selectHeadForUpdate(tx, engine);
      if (!head) return 0;
      await this.#check(tx, head);
      let [position, hash] = [head.pruned_position, head.pruned_hash];
      for (const row of await selectChained(tx, position, batchSize)) {
        // Evidence of a change is never deleted.
        if (row.entry === null || hashOf(hash, position + 1, row.entry) !== row.hash) {
          throw new AuditChainBroken(`audit entry ${row.audit_id} was changed or deleted`);
        }
        if (row.entry.at >= before) break;
        ({ position, hash } = row);
      }
      const count = position - head.pruned_position;
      if (count === 0) return 0;
      await this.#writeHead(tx, { ...head, pruned_position: position, pruned_hash: hash });
      await deleteChained(tx, position);
      return count;
    });
  }

  async #writeHead(tx: Db, head: AuditHead): Promise<void> {
    const { key } = this.#deps;
    await updateHead(tx, { ...head, key_id: keyIdOf(key), signature: signatureOf(key, head) });
  }

  /** Throws when the head isn't ours or isn't the last row. After a change of the secret it is accepted once, with an entry. */
  async #check(tx: Db, head: AuditHead): Promise<void> {
    const { key, log, now } = this.#deps;
    const isNew = head.position === 0 && head.signature === '';
    if (!isNew && !isSigned(key, head)) {
      if (head.key_id === keyIdOf(key) || this.#isOwnKey) {
        throw new AuditChainBroken('the head of the audit log was changed');
      }
      log.warn({ position: head.position }, 'the key of the audit log has changed');
      const target = { kind: 'log', id: '', label: '' };
      const detail = { position: head.position, hash: head.hash };
      const entry = { userId: null, ip: '', action: 'log.key', target, detail } as const;
      await recordAudit(tx, now(), entry);
      await this.#writeHead(tx, head);
    }
    const last =
      head.position === head.pruned_position
        ? head.pruned_hash
        : (await selectChainRow(tx, head.position))?.hash;
    if (last !== head.hash) throw new AuditChainBroken('the end of the audit log was changed');
  }
}

/** Extends the chain every second. */
export function auditChainTask(chain: AuditChain): Task {
  return {
    name: 'extend audit chain',
    every: 1_000,
    limit: 2 * runBudgetMs,
    run: () => chain.extend(),
  };
}

/** Logs the head every day: a log kept elsewhere proves what the chain was. */
export function auditHeadTask(chain: AuditChain): Task {
  return {
    name: 'log audit head',
    every: 24 * 3_600_000,
    limit: 60_000,
    run: () => chain.logHead(),
  };
}
