import type { Readable } from 'node:stream';

/** Bytes from `start` to `end`, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Where files are kept, by keys that the server makes (`resumes/<uuid>.pdf`). */
export interface Storage {
  /** Moves a finished temporary file to its key; durable when it resolves. */
  keep(key: string, temporaryFile: string, mediaType: string): Promise<void>;
  read(key: string, range?: ByteRange): Promise<Readable>;
  /** Removes the bytes; a key that is not there is fine. */
  remove(key: string): Promise<void>;
  /** Every key that is stored, with the time of its last change. */
  list(): AsyncIterable<{ key: string; changed: Date }>;
  /** Fails when storage does not answer. */
  ping(): Promise<void>;
}
