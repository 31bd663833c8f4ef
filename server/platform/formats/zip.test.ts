import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { unzip } from '#tests/harness/unzip.ts';
import { type ZipEntry, zip } from './zip.ts';

const at = new Date('2026-03-04T05:06:08.000Z');

async function* listOf<T>(...items: T[]): AsyncGenerator<T> {
  yield* items;
}

test('writes text and files that another reader finds unchanged', async () => {
  const words = Array.from({ length: 30 }, (_, n) => `load ${n} of Größe ✓\n`.repeat(999));
  const photo = randomBytes(300_000);
  const entries: ZipEntry[] = [
    { name: 'words.txt', content: listOf(...words), isText: true },
    { name: 'folder/Größe.jpg', content: listOf(photo, Buffer.alloc(0), photo), isText: false },
    { name: 'empty.txt', content: listOf(), isText: true },
    { name: 'empty.bin', content: listOf(), isText: false },
  ];
  const bytes = await buffer(zip(listOf(...entries), at));
  expect([...(await unzip(bytes))].map(([name, content]) => [name, content.length])).toEqual([
    ['words.txt', Buffer.byteLength(words.join(''))],
    ['folder/Größe.jpg', 600_000],
    ['empty.txt', 0],
    ['empty.bin', 0],
  ]);
  const found = await unzip(bytes);
  expect(found.get('words.txt')?.toString()).toBe(words.join(''));
  expect(found.get('folder/Größe.jpg')?.equals(Buffer.concat([photo, photo]))).toBe(true);
  expect(bytes.length).toBeLessThan(700_000);
  expect([...(await unzip(await buffer(zip(listOf(), at))))]).toEqual([]);
});
