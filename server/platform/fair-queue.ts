import { HttpError } from './errors.ts';
import { lineOf } from './limits.ts';

export interface QueueLimits {
  /** Work at the same time. */
  active: number;
  /** Work that waits for its turn. */
  waiting: number;
  /** Of this, work for one line, so that one visitor can't take every place. */
  waitingPerLine: number;
}

/** Seconds after which a refused visitor should try again. */
const retryAfter = 3;

/**
 * Runs a limited amount of work for visitors at once, in turns for each line that waits, and rejects with 503 what finds
 * no place.
 */
export class FairQueue {
  readonly #limits: QueueLimits;
  /** Line → what starts its work; the line whose turn is next first. */
  readonly #waiting = new Map<string, (() => void)[]>();
  #count = 0;
  #active = 0;

  constructor(limits: QueueLimits) {
    this.#limits = limits;
  }

  async run<T>(address: string, work: () => Promise<T>): Promise<T> {
    await this.#enter(lineOf(address));
    try {
      return await work();
    } finally {
      const next = this.#next();
      // In a later turn of the event loop: other requests run in between, even if this work waits for nothing.
      if (next) setImmediate(next);
      else this.#active -= 1;
    }
  }

  async #enter(line: string): Promise<void> {
    const { active, waiting, waitingPerLine } = this.#limits;
    if (this.#active < active) {
      this.#active += 1;
      return;
    }
    const own = this.#waiting.get(line) ?? [];
    if (this.#count >= waiting || own.length >= waitingPerLine) {
      throw new HttpError('busy', { retryAfter });
    }
    this.#count += 1;
    this.#waiting.set(line, own);
    await new Promise<void>((start) => own.push(start));
  }

  #next(): (() => void) | undefined {
    const [first] = this.#waiting;
    if (!first) return undefined;
    const [line, own] = first;
    this.#waiting.delete(line);
    if (own.length > 1) this.#waiting.set(line, own);
    this.#count -= 1;
    return own.shift();
  }
}
