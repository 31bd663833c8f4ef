import type { IncomingMessage } from 'node:http';
import { general } from '#contract/messages/general.ts';
import { Refusal } from './errors.ts';

const lingerMs = 5_000;

export interface Watch {
  /** Rejects when the sender stalls or sends more than it may; never resolves. */
  failed: Promise<never>;
  stop: () => void;
}

/** Watches a body that is being read: it must make progress, and end somewhere. */
export function watch(body: IncomingMessage, limits: { bytes: number; idleMs: number }): Watch {
  const { promise: failed, reject } = Promise.withResolvers<never>();
  failed.catch(() => {});
  let bytes = 0;
  const stalled = () => {
    body.destroy();
    reject(new Refusal(400, general.brokenUpload));
  };
  const timer = setTimeout(stalled, limits.idleMs);
  const onData = (piece: Buffer) => {
    timer.refresh();
    bytes += piece.length;
    if (bytes > limits.bytes) reject(new Refusal(413, general.bodyTooLarge));
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
 * Reads nothing more of a refused body into the program.
 * What still arrives is dropped for 5 s: closed at once, many senders would never see the answer.
 */
export function letGo(body: IncomingMessage): void {
  body.unpipe();
  body.resume();
  if (body.complete || body.destroyed) return;
  const timer = setTimeout(() => body.destroy(), lingerMs).unref();
  body.once('end', () => clearTimeout(timer));
}
