/**
 * The format of encrypted files: a header of 56 bytes (magic, key id, salt, size of the content), then blocks of
 * 64 KiB, each encrypted with AES-256-GCM and followed by its tag. Every file has its own key, derived from
 * ENCRYPTION_KEY and the salt, so that a block's number can serve as its nonce. Each tag also covers the header, so
 * that blocks can't be moved, dropped or added unnoticed.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import { type ByteRange, NotAsStored } from './storage.ts';

const magic = Buffer.from('HEADRCK1');
const keyIdBytes = 8;
const saltBytes = 32;
export const headerBytes = magic.length + keyIdBytes + saltBytes + 8;
const blockBytes = 64 * 1024;
const tagBytes = 16;

interface Key {
  id: Buffer;
  secret: KeyObject;
}

/** The keys of ENCRYPTION_KEY: the first encrypts, all decrypt. */
export class EncryptionKeys {
  readonly #keys: readonly [Key, ...Key[]];

  /** Each secret has 32 bytes. */
  constructor(secrets: readonly [Buffer, ...Buffer[]]) {
    const [first, ...others] = secrets.map((secret) => ({
      id: createHash('sha256')
        .update('headrack key id')
        .update(secret)
        .digest()
        .subarray(0, keyIdBytes),
      secret: createSecretKey(secret),
    }));
    this.#keys = [first as Key, ...others];
  }

  /** Names the key that encrypts, and doesn't reveal it. */
  get id(): string {
    return this.#keys[0].id.toString('hex');
  }

  newHeader(size: number): Header {
    const bytes = Buffer.alloc(headerBytes);
    magic.copy(bytes);
    this.#keys[0].id.copy(bytes, magic.length);
    randomBytes(saltBytes).copy(bytes, magic.length + keyIdBytes);
    bytes.writeBigUInt64BE(BigInt(size), headerBytes - 8);
    return this.#headerOf(bytes, this.#keys[0]);
  }

  /** Reads the first bytes of a file; null when it isn't encrypted. */
  readHeader(bytes: Buffer): Header | null {
    if (!isEncrypted(bytes)) return null;
    const id = bytes.subarray(magic.length, magic.length + keyIdBytes);
    const key = this.#keys.find((one) => one.id.equals(id));
    if (!key) throw new Error('a stored file is encrypted with a key that ENCRYPTION_KEY lacks');
    return this.#headerOf(Buffer.from(bytes.subarray(0, headerBytes)), key);
  }

  #headerOf(bytes: Buffer, key: Key): Header {
    const salt = bytes.subarray(magic.length + keyIdBytes, headerBytes - 8);
    const secret = Buffer.from(hkdfSync('sha256', key.secret, salt, 'headrack file', 32));
    const size = Number(bytes.readBigUInt64BE(headerBytes - 8));
    return { bytes, secret, size, isCurrent: key === this.#keys[0] };
  }
}

export interface Header {
  bytes: Buffer;
  /** The key of this file. */
  secret: Buffer;
  /** Bytes of the content. */
  size: number;
  /** Whether the key is the one that encrypts new files. */
  isCurrent: boolean;
}

/** Whether a file that starts with these bytes is encrypted. */
export function isEncrypted(bytes: Buffer): boolean {
  return bytes.length >= headerBytes && bytes.subarray(0, magic.length).equals(magic);
}

/** Whether a file that starts with these bytes, perhaps fewer than a header, may be encrypted. */
export function mayBeEncrypted(bytes: Buffer): boolean {
  const known = Math.min(bytes.length, magic.length);
  return bytes.subarray(0, known).equals(magic.subarray(0, known));
}

function nonceOf(block: number): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(block, 8);
  return nonce;
}

function encryptBlock({ bytes, secret }: Header, block: number, content: Buffer): Buffer {
  const cipher = createCipheriv('aes-256-gcm', secret, nonceOf(block));
  cipher.setAAD(bytes);
  const text = cipher.update(content);
  cipher.final();
  return Buffer.concat([text, cipher.getAuthTag()]);
}

function decryptBlock({ bytes, secret }: Header, block: number, stored: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', secret, nonceOf(block));
  decipher.setAAD(bytes);
  decipher.setAuthTag(stored.subarray(stored.length - tagBytes));
  const content = decipher.update(stored.subarray(0, stored.length - tagBytes));
  try {
    decipher.final();
  } catch (cause) {
    throw new NotAsStored('a stored file was changed', { cause });
  }
  return content;
}

/** Regroups a stream into pieces of a size; the last one is shorter. */
async function* inPieces(source: AsyncIterable<Buffer>, size: number): AsyncGenerator<Buffer> {
  let parts: Buffer[] = [];
  let length = 0;
  for await (const chunk of source) {
    let rest = chunk;
    while (length + rest.length >= size) {
      const needed = size - length;
      yield Buffer.concat([...parts, rest.subarray(0, needed)]);
      rest = rest.subarray(needed);
      parts = [];
      length = 0;
    }
    if (rest.length > 0) parts.push(rest);
    length += rest.length;
  }
  if (length > 0) yield Buffer.concat(parts);
}

/** Encrypts content of a known size; throws when it has another one. */
export async function* encrypted(
  keys: EncryptionKeys,
  source: AsyncIterable<Buffer>,
  size: number,
): AsyncGenerator<Buffer> {
  const header = keys.newHeader(size);
  yield header.bytes;
  let block = 0;
  let sent = 0;
  for await (const content of inPieces(source, blockBytes)) {
    sent += content.length;
    yield encryptBlock(header, block, content);
    block += 1;
  }
  if (sent !== size)
    throw new NotAsStored('the content to encrypt has another size than announced');
}

/** The bytes of the encrypted file that hold a range of its content. */
export function rangeOfBlocks({ size }: Header, range: ByteRange): ByteRange {
  const first = Math.floor(range.start / blockBytes);
  const last = Math.floor(range.end / blockBytes);
  const stored = blockBytes + tagBytes;
  const end =
    headerBytes + Math.min((last + 1) * stored, size + Math.ceil(size / blockBytes) * tagBytes) - 1;
  return { start: headerBytes + first * stored, end };
}

/** Decrypts the blocks that `rangeOfBlocks` names and cuts the range from them. */
export async function* decrypted(
  header: Header,
  source: AsyncIterable<Buffer>,
  range: ByteRange,
): AsyncGenerator<Buffer> {
  let block = Math.floor(range.start / blockBytes);
  let at = block * blockBytes;
  for await (const stored of inPieces(source, blockBytes + tagBytes)) {
    const content = decryptBlock(header, block, stored);
    yield content.subarray(Math.max(0, range.start - at), Math.max(0, range.end + 1 - at));
    block += 1;
    at += content.length;
  }
  if (at <= range.end) throw new NotAsStored('a stored file is shorter than its header says');
}

/** Decrypts a whole encrypted file; throws NotAsStored. */
export async function* decryptedFile(
  keys: EncryptionKeys,
  source: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  const pieces = source[Symbol.asyncIterator]();
  let first: Buffer = Buffer.alloc(0);
  while (first.length < headerBytes) {
    const { value, done } = await pieces.next();
    if (done) break;
    first = Buffer.concat([first, value]);
  }
  const header = keys.readHeader(first);
  if (!header) throw new NotAsStored('the file is not encrypted');
  async function* blocks() {
    yield first.subarray(headerBytes);
    yield* { [Symbol.asyncIterator]: () => pieces };
  }
  yield* decrypted(header, blocks(), { start: 0, end: header.size - 1 });
}
