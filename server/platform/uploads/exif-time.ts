import { instantOf } from '#contract/business-days.ts';
import { isCalendarDate } from '#contract/dates.ts';

/** Tags of the Exif standard. */
const exifDirectory = 0x8769;
const dateTimeOriginal = 0x9003;
const offsetTimeOriginal = 0x9011;

/** The type of a text; shorter ones than 5 bytes are in the entry itself, but dates aren't. */
const ascii = 2;
const entryBytes = 12;

class TiffReader {
  readonly #bytes: Buffer;
  readonly #isLittle: boolean;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    this.#isLittle = bytes.toString('latin1', 0, 2) === 'II';
  }

  uint16(at: number): number {
    return this.#isLittle ? this.#bytes.readUInt16LE(at) : this.#bytes.readUInt16BE(at);
  }

  uint32(at: number): number {
    return this.#isLittle ? this.#bytes.readUInt32LE(at) : this.#bytes.readUInt32BE(at);
  }

  /** The position of a tag's entry in the directory at that position; undefined when it has none. */
  entry(directory: number, tag: number): number | undefined {
    const count = this.uint16(directory);
    for (let index = 0; index < count; index += 1) {
      const at = directory + 2 + index * entryBytes;
      if (this.uint16(at) === tag) return at;
    }
    return undefined;
  }

  text(directory: number, tag: number): string {
    const at = this.entry(directory, tag);
    if (at === undefined || this.uint16(at + 2) !== ascii) return '';
    const start = this.uint32(at + 8);
    return this.#bytes.toString('latin1', start, start + this.uint32(at + 4)).replace(/\0.*$/s, '');
  }
}

function textsOf(exif: Buffer): { time: string; offset: string } {
  const prefix = exif.toString('latin1', 0, 6) === 'Exif\0\0' ? 6 : 0;
  const tiff = new TiffReader(exif.subarray(prefix));
  const pointer = tiff.entry(tiff.uint32(4), exifDirectory);
  if (pointer === undefined) return { time: '', offset: '' };
  const directory = tiff.uint32(pointer + 8);
  const time = tiff.text(directory, dateTimeOriginal);
  return { time, offset: tiff.text(directory, offsetTimeOriginal) };
}

/**
 * When a photo was taken, as an instant; null when its EXIF data doesn't say. Cameras without a time zone are taken to
 * show the company's.
 */
export function capturedAt(exif: Buffer | undefined): string | null {
  if (!exif) return null;
  try {
    const { time, offset } = textsOf(exif);
    const [, year, month, day, clock] = /^(\d{4}):(\d\d):(\d\d) (\d\d:\d\d:\d\d)$/.exec(time) ?? [];
    const date = `${year}-${month}-${day}`;
    if (!isCalendarDate(date)) return null;
    const wall = `${date}T${clock}`;
    const hasOffset = /^[+-]\d\d:\d\d$/.test(offset);
    return new Date(hasOffset ? `${wall}${offset}` : instantOf(wall)).toISOString();
  } catch {
    // Cut short, or a time such as 25:00.
    return null;
  }
}
