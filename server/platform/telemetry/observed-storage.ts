import type { Readable } from 'node:stream';
import {
  type ByteRange,
  ObjectNotFound,
  type Storage,
  type StoredBytes,
} from '../storage/storage.ts';
import type { Telemetry } from './telemetry.ts';

const isMissing = (error: unknown) => error instanceof ObjectNotFound;

/** Times the operations of another storage. */
export class ObservedStorage implements Storage {
  readonly #inner: Storage;
  readonly #telemetry: Telemetry;

  constructor(inner: Storage, telemetry: Telemetry) {
    this.#inner = inner;
    this.#telemetry = telemetry;
  }

  get isPaused(): boolean {
    return this.#inner.isPaused ?? false;
  }

  put(...file: Parameters<Storage['put']>): Promise<void> {
    return this.#time('put', () => this.#inner.put(...file));
  }

  read(key: string): Promise<Readable> {
    return this.#time('read', () => this.#inner.read(key));
  }

  open(key: string, range: ByteRange): Promise<StoredBytes> {
    return this.#time('open', () => this.#inner.open(key, range));
  }

  remove(key: string): Promise<void> {
    return this.#time('remove', () => this.#inner.remove(key));
  }

  list(): ReturnType<Storage['list']> {
    return this.#inner.list();
  }

  ping(): Promise<void> {
    return this.#inner.ping();
  }

  #time<T>(operation: string, work: () => Promise<T>): Promise<T> {
    return this.#telemetry.time('storage', operation, work, isMissing);
  }
}
