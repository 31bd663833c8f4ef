import { isUtf8 } from 'node:buffer';

// All but tab, line feed, form feed and carriage return.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const controls = /[\0-\x08\x0b\x0e-\x1f\x7f]/;
/** Bytes that mean nothing in Windows-1252. */
const unassigned = /[\x81\x8d\x8f\x90\x9d]/;

/** How many bytes at the end begin a character that is not whole yet. */
function unfinished(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte >= 0xc0) return (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) > back ? back : 0;
    if (byte < 0x80) return 0;
  }
  return 0;
}

/** Judges piece by piece whether bytes are text: UTF-8 or Windows-1252 without control characters. */
export class TextCheck {
  #utf8 = true;
  #windows = true;
  #rest: Buffer = Buffer.alloc(0);

  push(piece: Buffer): void {
    const letters = piece.toString('latin1');
    if (controls.test(letters)) this.#utf8 = this.#windows = false;
    if (this.#windows) this.#windows = !unassigned.test(letters);
    if (!this.#utf8) return;
    const bytes = this.#rest.length > 0 ? Buffer.concat([this.#rest, piece]) : piece;
    const whole = bytes.length - unfinished(bytes);
    this.#utf8 = isUtf8(bytes.subarray(0, whole));
    this.#rest = Buffer.from(bytes.subarray(whole));
  }

  /** Whether what was pushed so far can still become text. */
  get isPossible(): boolean {
    return this.#utf8 || this.#windows;
  }

  get isText(): boolean {
    return this.#windows || (this.#utf8 && this.#rest.length === 0);
  }
}
