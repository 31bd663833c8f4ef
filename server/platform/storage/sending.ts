import type { Writable } from 'node:stream';

/** Who was reading has gone. */
export class ReaderGone extends Error {
  override name = 'ReaderGone';
}

/** Writes bytes and resolves when they have left, so that their memory can be used again; else rejects with ReaderGone. */
export function send(to: Writable, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    const gone = (cause?: unknown) => reject(new ReaderGone('the reader has gone', { cause }));
    if (to.destroyed) return gone();
    // A response that loses its socket may forget what was to be called.
    to.once('close', gone);
    to.write(bytes, (error) => {
      to.off('close', gone);
      if (error) gone(error);
      else resolve();
    });
  });
}
