import type { Readable } from 'node:stream';

/** Bytes from `start` to `end`, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Stores files under keys that the server generates (`resumes/<uuid>.pdf`). */
export interface Storage {
  /** Moves a finished temporary file to its key; durable when it resolves. */
  put(key: string, temporaryFile: string, mediaType: string): Promise<void>;
  /** Throws ObjectNotFound, as `open` does. */
  read(key: string): Promise<Readable>;
  /** Bytes in a range, fewer when the file is shorter. The caller destroys the stream, read or not. */
  open(key: string, range: ByteRange): Promise<Readable>;
  /** Deletes the bytes; a missing key is no error. */
  remove(key: string): Promise<void>;
  /** Lists every stored key with the time of its last change. */
  list(): AsyncIterable<{ key: string; changed: Date }>;
  /** Rejects when storage does not respond. */
  ping(): Promise<void>;
  /** Whether calls are refused at once, because the last ones failed. */
  readonly isPaused?: boolean;
}

const keyPattern = /^([a-z-]+)\/[0-9a-f-]{36}\.[a-z0-9]{2,5}$/;

export function isKey(text: string): boolean {
  return keyPattern.test(text);
}

/** Returns the class of a key, its first part (`resumes`); null for a text that isn't a key. */
export function classOf(key: string): string | null {
  return keyPattern.exec(key)?.[1] ?? null;
}

/** Throws unless the text is a key: nothing else may reach a path or a bucket. */
export function assertKey(key: string): void {
  if (!isKey(key)) throw new Error('not a key of this storage');
}

export class ObjectNotFound extends Error {
  override name = 'ObjectNotFound';
}

/** A file whose bytes are not those that were stored. */
export class NotAsStored extends Error {
  override name = 'NotAsStored';
}
