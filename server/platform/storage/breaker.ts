import { general } from '#contract/messages/general.ts';
import { Refusal } from '../errors.ts';

const allowedFailures = 5;
const pauseMs = 10_000;

/** Stops asking a service that has failed five times in a row; one try every 10 s finds out when it is back. */
export class Breaker {
  #failures = 0;
  #tryAgainAt = 0;

  /** Runs the work; any failure, and any call while the breaker is open, is a 503. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    const now = performance.now();
    if (this.#failures >= allowedFailures) {
      if (now < this.#tryAgainAt) {
        throw this.#refusal(Math.ceil((this.#tryAgainAt - now) / 1000));
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
      throw this.#refusal(1, error);
    }
  }

  #refusal(retryAfter: number, cause?: unknown): Refusal {
    const refusal = new Refusal(503, general.unavailable, { retryAfter });
    refusal.cause = cause;
    return refusal;
  }
}
