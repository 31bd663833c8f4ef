import type { ServerResponse } from 'node:http';
import { HttpError } from '../runtime/errors.ts';
import { lineOf } from './limits.ts';

/** Of answers to visitors that wait to be sent, in bytes: to one line, and to all. */
const maxPerLine = 4 * 1024 * 1024;
const maxBytes = 32 * 1024 * 1024;

/** Counts the bytes of answers that visitors don't read, or slowly. */
export class UnsentBytes {
  readonly #lines = new Map<string, number>();
  #all = 0;

  /** Throws 503 when too many bytes wait already. */
  check(address: string): void {
    const own = this.#lines.get(lineOf(address)) ?? 0;
    if (own < maxPerLine && this.#all < maxBytes) return;
    throw new HttpError('busy', { retryAfter: 2 });
  }

  /** Counts an answer until it is sent, or its connection is closed. */
  add(address: string, bytes: number, response: ServerResponse): void {
    const line = lineOf(address);
    this.#change(line, bytes);
    response.once('close', () => this.#change(line, -bytes));
  }

  #change(line: string, bytes: number): void {
    this.#all += bytes;
    const own = (this.#lines.get(line) ?? 0) + bytes;
    if (own > 0) this.#lines.set(line, own);
    else this.#lines.delete(line);
  }
}
