import { createReadStream, createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { Readable, Transform } from 'node:stream';
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
import { type ByteRange, type Storage, type StoredBytes, send } from './storage.ts';

/** Writes an encrypted copy of a file; durable when it resolves. */
export async function encryptFile(keys: EncryptionKeys, from: string, to: string): Promise<void> {
  const { size } = await stat(from);
  const target = createWriteStream(to, { flags: 'wx', mode: 0o600, flush: true });
  await pipeline(encrypted(keys, createReadStream(from), size), target);
}

/** Reads stored bytes as a stream, and closes them. */
function streamOf(bytes: StoredBytes): Transform {
  const stream = new Transform({
    // Copied: the reader of a local file reuses its buffers.
    transform: (chunk: Buffer, _encoding, done) => done(null, Buffer.from(chunk)),
  });
  async function fill(): Promise<void> {
    try {
      await bytes.sendTo(stream);
      stream.end();
    } catch (error) {
      stream.destroy(error as Error);
    } finally {
      await bytes.close();
    }
  }
  void fill();
  return stream;
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
    const whole = { start: 0, end: header.size - 1 };
    if (header.size === 0) return Readable.from([]);
    const bytes = await this.#inner.open(key, rangeOfBlocks(header, whole));
    return Readable.from(decrypted(header, streamOf(bytes), whole), { objectMode: false });
  }

  async open(key: string, range: ByteRange): Promise<StoredBytes> {
    const header = await this.header(key);
    if (!header) return this.#inner.open(key, range);
    const bytes = await this.#inner.open(key, rangeOfBlocks(header, range));
    let source: Transform | undefined;
    return {
      sendTo: async (to, check) => {
        source = streamOf(bytes);
        for await (const chunk of decrypted(header, source, range)) {
          check?.(chunk);
          await send(to, chunk);
        }
      },
      close: async () => {
        // `streamOf` closes what it has begun to read.
        if (source) source.destroy();
        else await bytes.close();
      },
    };
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
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of streamOf(stored)) chunks.push(chunk as Buffer);
  } catch (error) {
    // A file that is shorter than a header isn't encrypted. Any other failure must not look like that.
    if (mayBeEncrypted(Buffer.concat(chunks))) throw error;
  }
  return Buffer.concat(chunks);
}
