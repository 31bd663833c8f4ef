import { HttpError } from './errors.ts';

interface Waiting {
  start: () => Promise<void>;
  reject: (error: HttpError) => void;
}

export interface QueueLimits {
  /** Tasks at the same time. */
  active: number;
  /** Tasks that wait for their turn. */
  waiting: number;
  /** How many times as long as a task ran its place stays empty: a queue of work for the event loop leaves it time. */
  rest?: number;
}

/** A task that took longer waited for something. */
const maxRestMs = 100;

/**
 * Runs a limited number of tasks at the same time. Owners take turns, so a person's first task waits for at most one of
 * each other person. A full queue rejects the newest task of the owner with the most: 503 with Retry-After.
 */
export class FairQueue {
  readonly #limits: QueueLimits;
  /** Seconds until a rejected caller should try again. */
  readonly #retryAfter: number;
  /** In the order of their turns; no owner without a task. */
  readonly #byOwner = new Map<string, Waiting[]>();
  #waiting = 0;
  #active = 0;

  constructor(limits: QueueLimits, retryAfter: number) {
    this.#limits = limits;
    this.#retryAfter = retryAfter;
  }

  run<T>(owner: string, task: () => Promise<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const own = this.#byOwner.get(owner) ?? [];
    own.push({ start: () => task().then(resolve, reject), reject });
    this.#byOwner.set(owner, own);
    this.#waiting += 1;
    this.#startNext();
    if (this.#waiting > this.#limits.waiting) this.#rejectOne();
    return promise;
  }

  #startNext(): void {
    const [first] = this.#byOwner;
    if (this.#active >= this.#limits.active || !first) return;
    const [owner, tasks] = first;
    const next = tasks.shift();
    this.#waiting -= 1;
    this.#byOwner.delete(owner);
    if (tasks.length > 0) this.#byOwner.set(owner, tasks);
    this.#active += 1;
    const from = performance.now();
    void next?.start().finally(() => {
      const { rest = 0 } = this.#limits;
      const ms = Math.min(rest * (performance.now() - from), maxRestMs);
      if (ms > 0) setTimeout(() => this.#end(), ms);
      else this.#end();
    });
  }

  #end(): void {
    this.#active -= 1;
    // In a later turn of the event loop: other requests run in between, even if tasks wait for nothing.
    if (this.#waiting > 0) setImmediate(() => this.#startNext());
  }

  #rejectOne(): void {
    let [owner, tasks]: [string, Waiting[]] = ['', []];
    for (const [other, its] of this.#byOwner) {
      if (its.length >= tasks.length) [owner, tasks] = [other, its];
    }
    this.#waiting -= 1;
    tasks.pop()?.reject(new HttpError('busy', { retryAfter: this.#retryAfter }));
    if (tasks.length === 0) this.#byOwner.delete(owner);
  }
}
