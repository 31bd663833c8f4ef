import { isUtf8 } from 'node:buffer';
import { hasControls } from '#contract/wire/file-family.ts';

/** Bytes that Windows-1252 leaves unassigned. */
const unassigned = /[\x81\x8d\x8f\x90\x9d]/;

/** Number of trailing bytes that start an incomplete UTF-8 character. */
function incompleteBytes(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte >= 0xc0) return (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) > back ? back : 0;
    if (byte < 0x80) return 0;
  }
  return 0;
}

/** The byte order of text that begins as UTF-16 does: with a mark or, `unmarked`, with a letter and a zero byte. */
function utf16Of(bytes: Buffer, unmarked: boolean): TextDecoder | null {
  const start = bytes.toString('latin1', 0, 2);
  if (start === '\xff\xfe') return new TextDecoder('utf-16le');
  if (start === '\xfe\xff') return new TextDecoder('utf-16be');
  if (!unmarked || !/^(?:[^\0]\0|\0[^\0])/.test(start)) return null;
  return new TextDecoder(start.endsWith('\0') ? 'utf-16le' : 'utf-16be');
}

/**
 * Detects, chunk by chunk, text in UTF-8, Windows-1252 or marked UTF-16 without control characters; with `anyEncoding`
 * also text in UTF-16 without its mark and with the bytes of any other encoding.
 */
export class TextDetector {
  readonly #anyEncoding: boolean;
  #utf8 = true;
  #windows = true;
  /** Undefined before the first bytes; null for another encoding. */
  #utf16: TextDecoder | null | undefined;
  #rest: Buffer = Buffer.alloc(0);

  constructor(anyEncoding = false) {
    this.#anyEncoding = anyEncoding;
  }

  push(chunk: Buffer): void {
    this.#utf16 ??= this.#utf16 === undefined ? utf16Of(chunk, this.#anyEncoding) : null;
    const letters = this.#utf16?.decode(chunk, { stream: true }) ?? chunk.toString('latin1');
    if (hasControls(letters)) this.#utf8 = this.#windows = false;
    if (this.#windows && !this.#anyEncoding) this.#windows = !unassigned.test(letters);
    if (!this.#utf8) return;
    const bytes = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk;
    const whole = bytes.length - incompleteBytes(bytes);
    this.#utf8 = isUtf8(bytes.subarray(0, whole));
    this.#rest = Buffer.from(bytes.subarray(whole));
  }

  /** Whether the bytes so far can still be text. */
  get isPossible(): boolean {
    return this.#utf8 || this.#windows;
  }

  get isText(): boolean {
    return this.#windows || (this.#utf8 && this.#rest.length === 0);
  }
}
