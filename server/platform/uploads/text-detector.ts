import { isUtf8 } from 'node:buffer';
import { hasControls } from '#contract/file-family.ts';

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

/** Detects, chunk by chunk, text in UTF-8 or Windows-1252 without control characters. */
export class TextDetector {
  #utf8 = true;
  #windows = true;
  #rest: Buffer = Buffer.alloc(0);

  push(chunk: Buffer): void {
    const letters = chunk.toString('latin1');
    if (hasControls(letters)) this.#utf8 = this.#windows = false;
    if (this.#windows) this.#windows = !unassigned.test(letters);
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
