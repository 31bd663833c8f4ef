import { createHash } from 'node:crypto';
import { NotAsStored, ObjectNotFound, type Storage } from './storage.ts';

/** What the row of a stored file says about its bytes. */
export interface ExpectedBytes {
  key: string;
  size: number;
  /** Hex. */
  sha256: string;
}

/** Compares chunks with a row as they pass: throws NotAsStored at the one that shows a difference, the last at the latest. */
export function checkerOf({ size, sha256 }: ExpectedBytes): (chunk: Uint8Array) => void {
  const hash = createHash('sha256');
  let seen = 0;
  return (chunk) => {
    hash.update(chunk);
    seen += chunk.length;
    if (seen > size) throw new NotAsStored('a stored file is longer than its row says');
    if (seen === size && hash.digest('hex') !== sha256) {
      throw new NotAsStored('a stored file has another hash than its row says');
    }
  };
}

export type ObjectState = 'intact' | 'damaged' | 'missing';

/** Reads a stored file whole and compares it with its row. */
export async function checkObject(storage: Storage, object: ExpectedBytes): Promise<ObjectState> {
  let seen = 0;
  try {
    const check = checkerOf(object);
    for await (const chunk of (await storage.read(object.key)) as AsyncIterable<Buffer>) {
      check(chunk);
      seen += chunk.length;
    }
  } catch (error) {
    if (error instanceof ObjectNotFound) return 'missing';
    if (error instanceof NotAsStored) return 'damaged';
    throw error;
  }
  return seen === object.size ? 'intact' : 'damaged';
}
