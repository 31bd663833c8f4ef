import { HttpError } from '../runtime/errors.ts';

const allowedFailures = 5;
const pauseMs = 10_000;

/** Circuit breaker: opens after five failures in a row, then lets one call through every 10 s. */
export class Breaker {
  #failures = 0;
  #tryAgainAt = 0;

  get isOpen(): boolean {
    return this.#failures >= allowedFailures;
  }

  /** Runs the work; any failure, and any call while the breaker is open, is a 503. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    const now = performance.now();
    if (this.#failures >= allowedFailures) {
      if (now < this.#tryAgainAt) {
        throw this.#unavailable(Math.ceil((this.#tryAgainAt - now) / 1000));
      }
      this.#tryAgainAt = now + pauseMs;
    }
    try {
      const result = await work();
      this.#failures = 0;
      return result;
    } catch (error) {
      this.#failures += 1;
      if (this.#failures >= allowedFailures) this.#tryAgainAt = performance.now() + pauseMs;
      throw this.#unavailable(1, error);
    }
  }

  #unavailable(retryAfter: number, cause?: unknown): HttpError {
    return new HttpError('unavailable', { retryAfter, cause });
  }
}
