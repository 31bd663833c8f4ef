import { constants, crc32, deflateRawSync } from 'node:zlib';

export interface ZipEntry {
  /** With slashes between folders. */
  name: string;
  /** Read when the entry's turn comes; the rest is not read when the reader leaves. */
  content: AsyncIterable<Buffer | string>;
  /** Whether to compress the content: text, not files that are compressed already. */
  isText: boolean;
}

/** Largest ZIP file without the ZIP64 extension, in bytes, and most entries. */
export const maxZipBytes = 0xffff_ffff;
export const maxZipEntries = 0xffff;

/** UTF-8 names, and sizes after the content. */
const flags = 0x808;
/** The end of deflated content whose chunks all end at a byte. */
const deflateEnd = Buffer.from([3, 0]);

type NumberField = readonly [bytes: 2 | 4, value: number];

function numbers(...fields: readonly NumberField[]): Buffer {
  const all = Buffer.alloc(fields.reduce((sum, [bytes]) => sum + bytes, 0));
  let offset = 0;
  for (const [bytes, value] of fields) offset = all.writeUIntLE(value, offset, bytes);
  return all;
}

/** The local date and time of an entry, as MS-DOS stores them. */
function dosTime(at: Date): NumberField[] {
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
  const date =
    ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
  return [
    [2, time],
    [2, date],
  ];
}

/**
 * Streams a ZIP file, reading one entry after another as fast as the reader takes it. Throws when it would get larger
 * than the format allows.
 */
export async function* zip(entries: AsyncIterable<ZipEntry>, at: Date): AsyncGenerator<Buffer> {
  const central: Buffer[] = [];
  let offset = 0;
  for await (const { name, content, isText } of entries) {
    const title = Buffer.from(name);
    const kind: NumberField[] = [[2, 20], [2, flags], [2, isText ? 8 : 0], ...dosTime(at)];
    const names: NumberField[] = [
      [2, title.length],
      [2, 0],
    ];
    const start = offset;
    const none = numbers([4, 0], [4, 0], [4, 0]);
    const local = [numbers([4, 0x04034b50], ...kind), none, numbers(...names), title];
    yield Buffer.concat(local);
    let [sum, size, packedSize] = [0, 0, 0];
    for await (const piece of content) {
      const bytes = Buffer.from(piece as string);
      if (bytes.length === 0) continue;
      sum = crc32(bytes, sum);
      size += bytes.length;
      const flush = { finishFlush: constants.Z_SYNC_FLUSH };
      const packed = isText ? deflateRawSync(bytes, flush) : bytes;
      packedSize += packed.length;
      yield packed;
    }
    if (isText) {
      packedSize += deflateEnd.length;
      yield deflateEnd;
    }
    const sizes = [sum, packedSize, size].map((value): NumberField => [4, value]);
    offset = start + Buffer.concat(local).length + packedSize + 16;
    if (offset > maxZipBytes) throw new Error('the ZIP file is too large');
    yield numbers([4, 0x08074b50], ...sizes);
    const place = numbers([2, 0], [2, 0], [2, 0], [4, 0], [4, start]);
    const entry = numbers([4, 0x02014b50], [2, 20], ...kind, ...sizes, ...names);
    central.push(Buffer.concat([entry, place, title]));
  }
  const list = Buffer.concat(central);
  const count = central.length;
  yield Buffer.concat([
    list,
    numbers([4, 0x06054b50], [2, 0], [2, 0], [2, count], [2, count]),
    numbers([4, list.length], [4, offset], [2, 0]),
  ]);
}
