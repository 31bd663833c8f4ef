import type { FileKind } from '#contract/wire/file-kinds.ts';

/** A stream's name as an OLE directory stores it: UTF-16LE, zero-terminated. */
function nameOf(stream: string): Buffer {
  return Buffer.from(`${stream}\0`, 'utf16le');
}

const streams: readonly (readonly [FileKind, Buffer])[] = [
  ['doc', nameOf('WordDocument')],
  ['ppt', nameOf('PowerPoint Document')],
  ['xls', nameOf('Workbook')],
  // Excel 5 and 95.
  ['xls', nameOf('Book')],
];
const macros = nameOf('_VBA_PROJECT');
const locked = nameOf('EncryptedPackage');
/** Bytes kept between chunks; longer than any name. */
const overlap = 64;

/** Detects, chunk by chunk, which Office document an OLE file is. */
export class OleDetector {
  readonly #seen = new Set<Buffer>();
  #end: Buffer = Buffer.alloc(0);

  push(chunk: Buffer): void {
    const bytes = Buffer.concat([this.#end, chunk]);
    for (const name of [...streams.map(([, stream]) => stream), macros, locked]) {
      if (!this.#seen.has(name) && bytes.includes(name)) this.#seen.add(name);
    }
    this.#end = bytes.subarray(-overlap);
  }

  get kind(): FileKind | null {
    return streams.find(([, stream]) => this.#seen.has(stream))?.[0] ?? null;
  }

  get hasMacros(): boolean {
    return this.#seen.has(macros);
  }

  /** Password-protected: the OLE file wraps the encrypted document. */
  get isLocked(): boolean {
    return this.#seen.has(locked);
  }
}
