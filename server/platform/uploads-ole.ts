import type { FileKind } from '#contract/endpoint.ts';

/** Names of streams as the directory of an OLE file has them: with the zero that ends them. */
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
/** Longer than any of the names. */
const overlap = 64;

/** Looks piece by piece which Office document an OLE file is. */
export class OleCheck {
  readonly #seen = new Set<Buffer>();
  #end: Buffer = Buffer.alloc(0);

  push(piece: Buffer): void {
    const bytes = Buffer.concat([this.#end, piece]);
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

  /** Protected with a password: the document itself is in there, encrypted. */
  get isLocked(): boolean {
    return this.#seen.has(locked);
  }
}
