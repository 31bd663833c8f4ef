import type { IncomingMessage } from 'node:http';
import { HttpError } from '../errors.ts';

const lingerMs = 5_000;

export interface BodyWatchdog {
  /** Rejects when the sender stalls or exceeds the limit; never resolves. */
  failed: Promise<never>;
  stop: () => void;
}

/** Enforces progress and a maximum size on a body that is being read. */
export function watchBody(
  body: IncomingMessage,
  limits: { bytes: number; idleMs: number },
): BodyWatchdog {
  const { promise: failed, reject } = Promise.withResolvers<never>();
  failed.catch(() => {});
  let bytes = 0;
  const stalled = () => {
    // The sender has sent everything, or waits until we have written what arrived.
    if (body.readableEnded || body.isPaused()) {
      timer.refresh();
      return;
    }
    body.destroy();
    reject(new HttpError('incomplete_upload'));
  };
  const timer = setTimeout(stalled, limits.idleMs);
  const onData = (chunk: Buffer) => {
    timer.refresh();
    bytes += chunk.length;
    if (bytes > limits.bytes) reject(new HttpError('payload_too_large'));
  };
  body.on('data', onData);
  return {
    failed,
    stop: () => {
      clearTimeout(timer);
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
