import type { Writable } from 'node:stream';

/** Writes bytes and resolves when they have left, so that their memory can be used again; rejects when the reader breaks off. */
export function send(to: Writable, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    to.write(bytes, (error) => (error ? reject(error) : resolve()));
  });
}
