import type { Readable, Writable } from 'node:stream';
import type { Config } from '../../config.ts';
import { openLocalStorage } from './local-storage.ts';
import { emptyTemporaryFolder } from './temporary.ts';

/** Bytes from `start` to `end`, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Bytes that are there to be sent; who has asked for them closes them, sent or not. */
export interface StoredBytes {
  /** Writes them, without ending `to`; rejects when either side breaks off. */
  sendTo(to: Writable): Promise<void>;
  close(): Promise<void>;
}

/** Where files are kept, by keys that the server makes (`resumes/<uuid>.pdf`). */
export interface Storage {
  /** Moves a finished temporary file to its key; durable when it resolves. */
  keep(key: string, temporaryFile: string, mediaType: string): Promise<void>;
  read(key: string): Promise<Readable>;
  /** Finds part of the bytes, to be sent. */
  open(key: string, range: ByteRange): Promise<StoredBytes>;
  /** Removes the bytes; a key that is not there is fine. */
  remove(key: string): Promise<void>;
  /** Every key that is stored, with the time of its last change. */
  list(): AsyncIterable<{ key: string; changed: Date }>;
  /** Fails when storage does not answer. */
  ping(): Promise<void>;
}

/** Opens S3 when STORAGE_URL is set, else DATA_DIR/files; empties the folder for temporary files. */
export async function openStorage(
  config: Pick<Config, 'dataDir' | 'storageUrl'>,
  options: { emptyTemporary?: boolean } = {},
): Promise<Storage> {
  // A command beside a serving process must not take its uploads away.
  if (options.emptyTemporary !== false) await emptyTemporaryFolder(config.dataDir);
  if (config.storageUrl === null) return openLocalStorage(config.dataDir);
  const { openS3Storage } = await import('./s3-storage.ts');
  return openS3Storage(config.storageUrl);
}
