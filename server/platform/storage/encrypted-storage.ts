import { createReadStream, createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  decrypted,
  type EncryptionKeys,
  encrypted,
  type Header,
  headerBytes,
  mayBeEncrypted,
  rangeOfBlocks,
} from './encryption.ts';
import { type ByteRange, NotAsStored, type Storage } from './storage.ts';

/** Writes an encrypted copy of a file; durable when it resolves. */
export async function encryptFile(keys: EncryptionKeys, from: string, to: string): Promise<void> {
  const { size } = await stat(from);
  const target = createWriteStream(to, { flags: 'wx', mode: 0o600, flush: true });
  await pipeline(encrypted(keys, createReadStream(from), size), target);
}

/** Encrypts the files of another storage. Files from before, without encryption, stay readable. */
export class EncryptedStorage implements Storage {
  readonly #inner: Storage;
  readonly #keys: EncryptionKeys;

  constructor(inner: Storage, keys: EncryptionKeys) {
    this.#inner = inner;
    this.#keys = keys;
  }

  get isPaused(): boolean {
    return this.#inner.isPaused ?? false;
  }

  async put(key: string, temporaryFile: string): Promise<void> {
    const copy = `${temporaryFile}.encrypted`;
    try {
      await encryptFile(this.#keys, temporaryFile, copy);
      await this.#inner.put(key, copy, 'application/octet-stream');
    } finally {
      await rm(copy, { force: true });
    }
    await rm(temporaryFile, { force: true });
  }

  async read(key: string): Promise<Readable> {
    const header = await this.header(key);
    if (!header) return this.#inner.read(key);
    if (header.size === 0) return Readable.from([]);
    return this.#rangeOf(key, header, { start: 0, end: header.size - 1 });
  }

  async open(key: string, range: ByteRange): Promise<Readable> {
    const header = await this.header(key);
    if (!header) return this.#inner.open(key, range);
    return this.#rangeOf(key, header, range);
  }

  async #rangeOf(key: string, header: Header, range: ByteRange): Promise<Readable> {
    const bytes = await this.#inner.open(key, rangeOfBlocks(header, range));
    const content = Readable.from(decrypted(header, bytes, range), { objectMode: false });
    return content.once('close', () => bytes.destroy());
  }

  remove(key: string): Promise<void> {
    return this.#inner.remove(key);
  }

  list() {
    return this.#inner.list();
  }

  ping(): Promise<void> {
    return this.#inner.ping();
  }

  /** Reads a file's header; null when it isn't encrypted. */
  async header(key: string): Promise<Header | null> {
    const bytes = await firstBytes(this.#inner, key);
    return this.#keys.readHeader(bytes);
  }
}

/** The first bytes of a stored file, as many as a header has or fewer. */
export async function firstBytes(storage: Storage, key: string): Promise<Buffer> {
  const stored = await storage.open(key, { start: 0, end: headerBytes - 1 });
  const bytes = Buffer.concat(await stored.toArray());
  // A file that is shorter than a header isn't encrypted.
  if (bytes.length < headerBytes && mayBeEncrypted(bytes)) {
    throw new NotAsStored('a stored file is shorter than its header');
  }
  return bytes;
}
