import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { decrypted, EncryptionKeys, encrypted, rangeOfBlocks } from './encryption.ts';

const keys = new EncryptionKeys([Buffer.alloc(32, 1)]);
const headerBytes = 56;
const sealedBlock = 64 * 1024 + 16;

async function* inChunks(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const all = async (source: AsyncIterable<Buffer>) => Buffer.concat(await Array.fromAsync(source));
const seal = (content: Buffer, chunk = 10_000) =>
  all(encrypted(keys, inChunks(content, chunk), content.length));

/** Decrypts a range of a sealed file. */
async function unseal(file: Buffer, start: number, end: number, by = keys): Promise<Buffer> {
  const header = by.readHeader(file);
  if (!header) throw new Error('not encrypted');
  const range = rangeOfBlocks(header, { start, end });
  return all(
    decrypted(header, inChunks(file.subarray(range.start, range.end + 1), 7_777), { start, end }),
  );
}

test('the same content is never encrypted alike, and nothing of it is readable', async () => {
  const content = Buffer.from('%PDF-1.7 a name, a license number'.repeat(100));
  const [one, other] = [await seal(content), await seal(content)];
  expect(one.subarray(headerBytes).equals(other.subarray(headerBytes))).toBe(false);
  expect(one.includes('license')).toBe(false);
});

test('notices each changed bit, a cut, swapped and repeated blocks, and another key', async () => {
  const content = randomBytes(150_000);
  const file = await seal(content);
  const whole = (changed: Buffer) => unseal(changed, 0, content.length - 1);
  expect((await whole(file)).equals(content)).toBe(true);
  // The id of the key, the salt, the size, two blocks and their tags.
  for (const at of [10, 20, 54, headerBytes, headerBytes + sealedBlock - 1, file.length - 1]) {
    const changed = Buffer.from(file);
    changed[at] = (changed[at] ?? 0) ^ 1;
    await expect(whole(changed), `byte ${at}`).rejects.toThrow();
  }
  const block = (n: number) =>
    file.subarray(headerBytes + n * sealedBlock, headerBytes + (n + 1) * sealedBlock);
  const header = file.subarray(0, headerBytes);
  for (const blocks of [[1, 0, 2], [0, 0, 2], [0, 1], []]) {
    await expect(whole(Buffer.concat([header, ...blocks.map(block)]))).rejects.toThrow();
  }
  const other = new EncryptionKeys([Buffer.alloc(32, 2)]);
  await expect(unseal(file, 0, 10, other)).rejects.toThrow('ENCRYPTION_KEY lacks');
  const both = new EncryptionKeys([Buffer.alloc(32, 2), Buffer.alloc(32, 1)]);
  expect((await unseal(file, 5, 9, both)).equals(content.subarray(5, 10))).toBe(true);
});
