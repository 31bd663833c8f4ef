import type { FileHandle } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import type { ByteRange, StoredBytes } from './storage.ts';
import { NotAsStored, send } from './storage.ts';

/** Bytes per read; each reader uses two buffers. */
const bufferBytes = 128 * 1024;
const maxPooled = 32;

// Pooled: a new buffer per read costs more garbage collection than the sending itself.
const pool: Buffer[] = [];

function takeBuffer(): Buffer {
  return pool.pop() ?? Buffer.allocUnsafeSlow(bufferBytes);
}

/** Part of an open file, double-buffered: one buffer fills while the other is sent. */
export class LocalBytes implements StoredBytes {
  readonly #handle: FileHandle;
  readonly #range: ByteRange;

  constructor(handle: FileHandle, range: ByteRange) {
    this.#handle = handle;
    this.#range = range;
  }

  async sendTo(to: Writable, check?: (chunk: Uint8Array) => void): Promise<void> {
    const buffers: [Buffer, Buffer] = [takeBuffer(), takeBuffer()];
    let sending = Promise.resolve();
    let at = this.#range.start;
    while (at <= this.#range.end) {
      const length = await this.#fill(buffers[0], at);
      const chunk = buffers[0].subarray(0, length);
      check?.(chunk);
      await sending;
      sending = send(to, chunk);
      // A disconnect rejects at the next await; until then it must not count as unhandled.
      sending.catch(() => undefined);
      buffers.reverse();
      at += length;
    }
    await sending;
    // Not after a failure: the buffers of an aborted transfer may still be in use.
    for (const buffer of buffers) if (pool.length < maxPooled) pool.push(buffer);
  }

  close(): Promise<void> {
    return this.#handle.close();
  }

  async #fill(buffer: Buffer, at: number): Promise<number> {
    const length = Math.min(buffer.length, this.#range.end - at + 1);
    const { bytesRead } = await this.#handle.read(buffer, 0, length, at);
    if (bytesRead === 0) throw new NotAsStored('a stored file is shorter than its row says');
    return bytesRead;
  }
}
