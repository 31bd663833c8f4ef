/** Tags of the Exif standard. */
const exifDirectory = 0x8769;
const dateTimeOriginal = 0x9003;
const offsetTimeOriginal = 0x9011;
/** The zone of the file's last change, which phones write alone. */
const offsetTime = 0x9010;

/** The types of a text and a number. Texts of up to 4 bytes are in the entry itself, but times are longer. */
const ascii = 2;
const long = 4;
const entryBytes = 12;
const headerBytes = 8;

/** When a camera took a photo, as its EXIF data has it: `2026:11:03 14:22:10` and `-06:00`; '' for what is missing. */
export interface CameraTime {
  time: string;
  offset: string;
}

const nothing: CameraTime = { time: '', offset: '' };

class TiffReader {
  readonly #bytes: DataView;
  readonly #isLittle: boolean;

  constructor(bytes: Uint8Array) {
    this.#bytes = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#isLittle = this.#bytes.getUint8(0) === 0x49;
  }

  uint16(at: number): number {
    return this.#bytes.getUint16(at, this.#isLittle);
  }

  uint32(at: number): number {
    return this.#bytes.getUint32(at, this.#isLittle);
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
    let text = '';
    const [start, length] = [this.uint32(at + 8), this.uint32(at + 4)];
    for (let index = start; index < start + length; index += 1) {
      const byte = this.#bytes.getUint8(index);
      if (byte === 0) break;
      text += String.fromCharCode(byte);
    }
    return text;
  }
}

/** Reads the time from EXIF data: a TIFF structure, after `Exif\0\0` or not. */
export function readCameraTime(exif: Uint8Array): CameraTime {
  try {
    // 'Exif'
    const prefix = exif[0] === 0x45 ? 6 : 0;
    const tiff = new TiffReader(exif.subarray(prefix));
    const pointer = tiff.entry(tiff.uint32(4), exifDirectory);
    if (pointer === undefined) return nothing;
    const directory = tiff.uint32(pointer + 8);
    const time = tiff.text(directory, dateTimeOriginal);
    const own = tiff.text(directory, offsetTimeOriginal);
    return { time, offset: own || tiff.text(directory, offsetTime) };
  } catch {
    // Cut short.
    return nothing;
  }
}

/** The EXIF data of a picture whose bytes have it somewhere as it is, such as HEIC; null when there is none. */
export function findExif(picture: Uint8Array): Uint8Array | null {
  // A TIFF header, its first directory right behind it.
  for (const mark of ['II*\0\u0008\0\0\0', 'MM\0*\0\0\0\u0008']) {
    const bytes = Array.from(mark, (letter) => letter.charCodeAt(0));
    for (
      let at = picture.indexOf(bytes[0] ?? 0);
      at >= 0;
      at = picture.indexOf(bytes[0] ?? 0, at + 1)
    ) {
      if (bytes.every((byte, index) => picture[at + index] === byte)) return picture.subarray(at);
    }
  }
  return null;
}

/** EXIF data that has that time and nothing else, as a JPEG holds it in its segment APP1. */
export function exifSegment({ time, offset }: CameraTime): Uint8Array<ArrayBuffer> {
  const texts = [
    { tag: dateTimeOriginal, text: `${time}\0` },
    ...(offset ? [{ tag: offsetTimeOriginal, text: `${offset}\0` }] : []),
  ];
  const directory = headerBytes + 2 + entryBytes + 4;
  let end = directory + 2 + texts.length * entryBytes + 4;
  const prefix = 'Exif\0\0';
  const start = 4 + prefix.length;
  const bytes = new Uint8Array(start + end + texts.reduce((sum, { text }) => sum + text.length, 0));
  const tiff = new DataView(bytes.buffer, start);
  const write = (text: string, at: number) => {
    for (const [index, letter] of [...text].entries()) bytes[at + index] = letter.charCodeAt(0);
  };
  const entry = (at: number, tag: number, type: number, count: number, value: number) => {
    tiff.setUint16(at, tag);
    tiff.setUint16(at + 2, type);
    tiff.setUint32(at + 4, count);
    tiff.setUint32(at + 8, value);
  };
  write('\u00ff\u00e1', 0);
  new DataView(bytes.buffer).setUint16(2, bytes.length - 2);
  write(`${prefix}MM\0*`, 4);
  tiff.setUint32(4, headerBytes);
  tiff.setUint16(headerBytes, 1);
  entry(headerBytes + 2, exifDirectory, long, 1, directory);
  tiff.setUint16(directory, texts.length);
  for (const [index, { tag, text }] of texts.entries()) {
    entry(directory + 2 + index * entryBytes, tag, ascii, text.length, end);
    write(text, start + end);
    end += text.length;
  }
  return bytes;
}
