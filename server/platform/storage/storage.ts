import type { Readable, Writable } from 'node:stream';

/** Bytes from `start` to `end`, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Stored bytes that are ready to be sent. The caller that opened them closes them, sent or not. */
export interface StoredBytes {
  /**
   * Writes the bytes without ending `to`; rejects when either side breaks off. `check` sees each chunk before it is
   * sent and may throw.
   */
  sendTo(to: Writable, check?: (chunk: Uint8Array) => void): Promise<void>;
  close(): Promise<void>;
}

/** Stores files under keys that the server generates (`resumes/<uuid>.pdf`). */
export interface Storage {
  /** Moves a finished temporary file to its key; durable when it resolves. */
  put(key: string, temporaryFile: string, mediaType: string): Promise<void>;
  /** Throws ObjectNotFound, as `open` does. */
  read(key: string): Promise<Readable>;
  open(key: string, range: ByteRange): Promise<StoredBytes>;
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

export class ClientDisconnected extends Error {
  override name = 'ClientDisconnected';
}

/** Writes bytes. Resolves when their memory can be reused; rejects with ClientDisconnected. */
export function send(to: Writable, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    const disconnected = (cause?: unknown) =>
      reject(new ClientDisconnected('the client disconnected', { cause }));
    if (to.destroyed) return disconnected();
    // A response that loses its socket may never call the callback of `write`.
    to.once('close', disconnected);
    to.write(bytes, (error) => {
      to.off('close', disconnected);
      if (error) disconnected(error);
      else resolve();
    });
  });
}
