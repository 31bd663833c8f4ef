import { HttpError } from '../errors.ts';
import { networkOf, type Prefix, prefixesOf } from '../limits.ts';

/** Per network, and twice and eight times as many of the wider prefixes of IPv6. */
const maxPerNetwork = 8;
const maxInTotal = 100;
/** Seconds until a rejected visitor should try again. */
const retryAfter = 30;

/** Counts the uploads of visitors that are being read, because anyone can start one and send it slowly. */
export class VisitorUploads {
  readonly #byPrefix = new Map<string, number>();
  #total = 0;

  /** Runs `read` as one more upload of this address; throws 503 when its network or all visitors have too many. */
  async run<T>(ip: string, read: () => Promise<T>): Promise<T> {
    const prefixes = prefixesOf(ip, networkOf(ip));
    const isFull = prefixes.some(
      ([prefix, times]) => (this.#byPrefix.get(prefix) ?? 0) >= maxPerNetwork * times,
    );
    if (isFull || this.#total >= maxInTotal) throw new HttpError('busy', { retryAfter });
    this.#add(prefixes, 1);
    try {
      return await read();
    } finally {
      this.#add(prefixes, -1);
    }
  }

  #add(prefixes: readonly Prefix[], change: number): void {
    this.#total += change;
    for (const [prefix] of prefixes) {
      const count = (this.#byPrefix.get(prefix) ?? 0) + change;
      if (count > 0) this.#byPrefix.set(prefix, count);
      else this.#byPrefix.delete(prefix);
    }
  }
}
