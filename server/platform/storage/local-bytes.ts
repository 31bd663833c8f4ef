import type { FileHandle } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { send } from './sending.ts';
import type { ByteRange, StoredBytes } from './storage.ts';

/** Bytes that are read at once; each reader holds two such pieces. */
const pieceBytes = 128 * 1024;
const mostFree = 32;

// A fresh piece for each read would keep the garbage collector busier than the sending itself.
const free: Buffer[] = [];

function takePiece(): Buffer {
  return free.pop() ?? Buffer.allocUnsafeSlow(pieceBytes);
}

function giveBack(pieces: readonly Buffer[]): void {
  for (const piece of pieces) if (free.length < mostFree) free.push(piece);
}

/** Part of an open file, read into the same two pieces of memory in turns: one fills while the other leaves. */
export class LocalBytes implements StoredBytes {
  readonly #handle: FileHandle;
  readonly #range: ByteRange;

  constructor(handle: FileHandle, range: ByteRange) {
    this.#handle = handle;
    this.#range = range;
  }

  async sendTo(to: Writable): Promise<void> {
    const pieces: [Buffer, Buffer] = [takePiece(), takePiece()];
    let leaving = Promise.resolve();
    let at = this.#range.start;
    while (at <= this.#range.end) {
      const length = await this.#fill(pieces[0], at);
      await leaving;
      leaving = send(to, pieces[0].subarray(0, length));
      // Whoever reads breaks off: that is heard at the next piece.
      leaving.catch(() => undefined);
      pieces.reverse();
      at += length;
    }
    await leaving;
    // Only now: pieces of a transfer that broke off may still be in use.
    giveBack(pieces);
  }

  close(): Promise<void> {
    return this.#handle.close();
  }

  async #fill(piece: Buffer, at: number): Promise<number> {
    const most = Math.min(piece.length, this.#range.end - at + 1);
    const { bytesRead } = await this.#handle.read(piece, 0, most, at);
    if (bytesRead === 0) throw new Error('a stored file is shorter than its row says');
    return bytesRead;
  }
}
