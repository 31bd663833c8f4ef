/** ZIP files byte by byte, so that tests can also make invalid ones. */
import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipEntry {
  name: string;
  value?: string | Buffer;
  /** Unpacked size in the central directory; by default the real one. */
  declared?: number;
  encrypted?: boolean;
}

function numbers(...fields: readonly (readonly [bytes: 2 | 4, value: number])[]): Buffer {
  return Buffer.concat(
    fields.map(([bytes, value]) => {
      const field = Buffer.alloc(bytes);
      field.writeUIntLE(value, 0, bytes);
      return field;
    }),
  );
}

/** A compressed ZIP of those entries. */
export function zipOf(entries: readonly ZipEntry[]): Buffer {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const { name, value = '', declared, encrypted } of entries) {
    const bytes = Buffer.from(value as string);
    const packed = deflateRawSync(bytes);
    const title = Buffer.from(name);
    const facts = Buffer.concat([
      numbers([2, 20], [2, 0x800 | (encrypted ? 1 : 0)], [2, 8], [2, 0], [2, 0x21]),
      numbers([4, crc32(bytes)], [4, packed.length], [4, declared ?? bytes.length]),
      numbers([2, title.length], [2, 0]),
    ]);
    const place = numbers([2, 0], [2, 0], [2, 0], [4, 0], [4, offset]);
    central.push(numbers([4, 0x02014b50], [2, 20]), facts, place, title);
    const piece = Buffer.concat([numbers([4, 0x04034b50]), facts, title, packed]);
    local.push(piece);
    offset += piece.length;
  }
  const list = Buffer.concat(central);
  const count = entries.length;
  const end = numbers(
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, count],
    [2, count],
    [4, list.length],
    [4, offset],
    [2, 0],
  );
  return Buffer.concat([...local, list, end]);
}
