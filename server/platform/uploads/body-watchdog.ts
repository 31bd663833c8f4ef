import type { IncomingMessage } from 'node:http';
import type { UploadTimeouts } from '../limits/timeouts.ts';
import { HttpError } from '../runtime/errors.ts';

const lingerMs = 5_000;

export interface BodyWatchdog {
  /** Rejects when the sender is too slow or exceeds the limit; never resolves. */
  failed: Promise<never>;
  stop: () => void;
}

/** Measures how long the sender keeps us waiting, not how long we take to write what arrived. */
class WaitingTime {
  readonly #body: IncomingMessage;
  readonly #maxStepMs: number;
  #last = performance.now();
  #wasPaused = false;
  /** Milliseconds in total, and since the last chunk. */
  total = 0;
  idle = 0;

  constructor(body: IncomingMessage, maxStepMs: number) {
    this.#body = body;
    this.#maxStepMs = maxStepMs;
  }

  measure(): void {
    const now = performance.now();
    if (!this.#wasPaused && !this.#body.readableEnded) {
      // A longer step means that this process was blocked.
      const step = Math.min(now - this.#last, this.#maxStepMs);
      this.total += step;
      this.idle += step;
    }
    this.#last = now;
    // A body is paused until we have written what arrived.
    this.#wasPaused = this.#body.isPaused();
  }
}

/** Enforces progress and a maximum size on a body that is being read. */
export function watchBody(
  body: IncomingMessage,
  { bytes: maxBytes, timeouts }: { bytes: number; timeouts: UploadTimeouts },
): BodyWatchdog {
  const { promise: failed, reject } = Promise.withResolvers<never>();
  failed.catch(() => {});
  const { idle, start, minRate, total, totalRate } = timeouts;
  const declared = Number(body.headers['content-length'] ?? maxBytes);
  const maxTotal = total + (Math.min(declared, maxBytes) / totalRate) * 1_000;
  const checkMs = Math.min(1_000, start / 4);
  const waiting = new WaitingTime(body, checkMs * 2);
  let bytes = 0;
  const check = () => {
    waiting.measure();
    const maxSoFar = Math.min(start + (bytes / minRate) * 1_000, maxTotal);
    if (waiting.idle < idle && waiting.total < maxSoFar) return;
    clearInterval(timer);
    body.destroy();
    reject(new HttpError('incomplete_upload'));
  };
  const timer = setInterval(check, checkMs);
  const onData = (chunk: Buffer) => {
    waiting.measure();
    waiting.idle = 0;
    bytes += chunk.length;
    if (bytes > maxBytes) reject(new HttpError('payload_too_large'));
  };
  body.on('data', onData);
  return {
    failed,
    stop: () => {
      clearInterval(timer);
      body.off('data', onData);
    },
  };
}

/**
 * Discards the rest of a rejected body for up to 5 s, then closes the connection.
 * Closed immediately, many clients would never see the response.
 */
export function drainBody(body: IncomingMessage): void {
  body.unpipe();
  body.resume();
  if (body.complete || body.destroyed) return;
  const timer = setTimeout(() => body.destroy(), lingerMs).unref();
  body.once('end', () => clearTimeout(timer));
}
