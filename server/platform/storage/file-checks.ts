import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Db } from '../../database/open.ts';
import { logAudit, recordAudit } from '../audit/audit.ts';
import { HttpError } from '../runtime/errors.ts';
import { checkerOf, checkObject, type ExpectedBytes } from './check-object.ts';
import type { Storage } from './storage.ts';

/** Milliseconds for which a checked file counts as intact. */
const checkedForMs = 3_600_000;
/** Files up to this size are checked before their first byte is sent: it takes 1 ms. */
const smallBytes = 1024 * 1024;
const maxRemembered = 10_000;
/** Files in parts that wait for their check; a further one is checked at a later request. */
const maxWaiting = 20;

/** A stored file to send, with the name of its audit entry. */
export interface CheckedObject extends ExpectedBytes {
  original_name: string;
}

interface Deps {
  db: Db;
  storage: Storage;
  log: Pick<FastifyBaseLogger, 'error' | 'info' | 'warn'>;
  now: () => Date;
  /** Whether files are in a local folder; a bucket checks its bytes itself, and reading one twice costs time. */
  isLocal: boolean;
}

/**
 * Notices stored files whose bytes changed, when they are sent. A small local file is checked before its first byte; a large
 * one while it is sent, without its end if it differs; after a part of a large one the whole is checked. A damaged file
 * is refused, and checked again at each request, so that one restored from a backup is sent again.
 */
export class FileChecks {
  readonly #deps: Deps;
  /** The time of the last check that found a file intact. */
  readonly #intact = new LRUCache<string, number>({ max: maxRemembered });
  readonly #damaged = new Set<string>();
  readonly #running = new Map<string, Promise<boolean>>();
  #waiting = 0;
  #background = Promise.resolve();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** How many damaged files this process has found. */
  get damaged(): number {
    return this.#damaged.size;
  }

  /** Throws file_damaged. Returns the check of the bytes that follow, when all are sent and none is known to be intact. */
  async beforeSending(
    object: CheckedObject,
    isWhole: boolean,
  ): Promise<((chunk: Uint8Array) => void) | undefined> {
    const { key, size } = object;
    const isSmall = this.#deps.isLocal && size <= smallBytes;
    if (this.#damaged.has(key) || (isSmall && !this.#isChecked(key))) {
      if (!(await this.#check(object))) throw new HttpError('file_damaged');
    }
    if (this.#isChecked(key)) return undefined;
    if (isWhole) return checkerOf(object);
    this.#checkLater(object);
    return undefined;
  }

  /** Takes note that a whole file passed its check. */
  noteIntact({ key }: CheckedObject): void {
    this.#intact.set(key, this.#deps.now().getTime());
    if (this.#damaged.delete(key)) this.#deps.log.info({ key }, 'a damaged file is intact again');
  }

  /** Forgets a deleted file. */
  forget(key: string): void {
    this.#damaged.delete(key);
    this.#intact.delete(key);
  }

  /** Takes note of a damaged file: in the log and, once, in the audit log. */
  async noteDamage({ key, original_name: label }: CheckedObject, error?: unknown): Promise<void> {
    const { db, log, now } = this.#deps;
    if (this.#damaged.has(key)) return;
    this.#damaged.add(key);
    this.#intact.delete(key);
    log.error({ err: error, key }, 'a stored file is damaged');
    try {
      const target = { kind: 'file', id: key, label };
      const entry = { userId: null, ip: '', action: 'file.damaged', target } as const;
      logAudit(log, await recordAudit(db, now(), entry));
    } catch (failure) {
      log.error({ err: failure, key }, 'failed to record a damaged file');
    }
  }

  #isChecked(key: string): boolean {
    const at = this.#intact.get(key);
    return at !== undefined && this.#deps.now().getTime() - at < checkedForMs;
  }

  /** Returns whether a file isn't damaged; requests at the same time share one check. */
  #check(object: CheckedObject): Promise<boolean> {
    const running = this.#running.get(object.key);
    if (running !== undefined) return running;
    const check = this.#checkNow(object).finally(() => this.#running.delete(object.key));
    this.#running.set(object.key, check);
    return check;
  }

  async #checkNow(object: CheckedObject): Promise<boolean> {
    const state = await checkObject(this.#deps.storage, object);
    if (state === 'intact') this.noteIntact(object);
    // A missing file was deleted since it was opened.
    if (state === 'damaged') await this.noteDamage(object);
    return state !== 'damaged';
  }

  /** One file at a time, so that downloads keep the disk. */
  #checkLater(object: CheckedObject): void {
    const { key } = object;
    if (!this.#deps.isLocal || this.#running.has(key) || this.#waiting >= maxWaiting) return;
    this.#waiting += 1;
    const check = this.#background.then(() => this.#checkNow(object));
    this.#running.set(key, check);
    this.#background = check.then(
      () => this.#done(key),
      (error: unknown) => {
        this.#done(key);
        this.#deps.log.warn({ err: error, key }, 'failed to check a stored file');
      },
    );
  }

  #done(key: string): void {
    this.#waiting -= 1;
    this.#running.delete(key);
  }
}
