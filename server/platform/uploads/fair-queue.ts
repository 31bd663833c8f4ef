import { HttpError } from '../errors.ts';

interface Waiting {
  start: () => Promise<void>;
  reject: (error: HttpError) => void;
}

/** Seconds until a rejected caller should try again. */
const retryAfter = 10;

/**
 * Runs one task at a time. Owners take turns, so a person's first task waits for at most one of each other person.
 * A full queue rejects the newest task of the owner with the most: 503 with Retry-After.
 */
export class FairQueue {
  readonly #maxWaiting: number;
  /** In the order of their turns; no owner without a task. */
  readonly #byOwner = new Map<string, Waiting[]>();
  #waiting = 0;
  #isRunning = false;

  constructor(maxWaiting: number) {
    this.#maxWaiting = maxWaiting;
  }

  run<T>(owner: string, task: () => Promise<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const own = this.#byOwner.get(owner) ?? [];
    own.push({ start: () => task().then(resolve, reject), reject });
    this.#byOwner.set(owner, own);
    this.#waiting += 1;
    this.#startNext();
    if (this.#waiting > this.#maxWaiting) this.#rejectOne();
    return promise;
  }

  #startNext(): void {
    const [first] = this.#byOwner;
    if (this.#isRunning || !first) return;
    const [owner, tasks] = first;
    const next = tasks.shift();
    this.#waiting -= 1;
    this.#byOwner.delete(owner);
    if (tasks.length > 0) this.#byOwner.set(owner, tasks);
    this.#isRunning = true;
    void next?.start().finally(() => {
      this.#isRunning = false;
      this.#startNext();
    });
  }

  #rejectOne(): void {
    const counted = [...this.#byOwner].toSorted(([, a], [, b]) => a.length - b.length);
    const [owner, tasks] = counted.at(-1) ?? ['', []];
    this.#waiting -= 1;
    tasks.pop()?.reject(new HttpError('busy', { retryAfter }));
    if (tasks.length === 0) this.#byOwner.delete(owner);
  }
}
