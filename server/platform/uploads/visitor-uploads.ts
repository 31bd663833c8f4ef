import { networkOf, prefixesOf } from '../limits/limits.ts';
import { HttpError } from '../runtime/errors.ts';

/** Per network, and twice and eight times as many of the wider prefixes of IPv6. */
const maxPerNetwork = 8;
const maxInTotal = 100;
/** Seconds until a rejected visitor should try again. */
const retryAfter = 30;

interface Reading {
  /** The network, and the wider prefixes of IPv6. */
  prefixes: readonly string[];
  cut: (error: HttpError) => void;
}

/** Limits the uploads of visitors that are being read, because anyone can start one and send it slowly. */
export class VisitorUploads {
  /** The oldest first. */
  readonly #readings = new Set<Reading>();

  /**
   * Runs `read` as one more upload of this address; throws 503 when its network has too many. When all visitors have
   * too many, the network with the most gives way, so that nobody can take every place: `cut` of its oldest rejects.
   */
  async run<T>(ip: string, read: (cut: Promise<never>) => Promise<T>): Promise<T> {
    const prefixes = prefixesOf(ip, networkOf(ip));
    if (prefixes.some(([prefix, times]) => this.#countOf(prefix) >= maxPerNetwork * times)) {
      throw new HttpError('busy', { retryAfter });
    }
    if (this.#readings.size >= maxInTotal) this.#cutOne();
    const { promise, reject } = Promise.withResolvers<never>();
    promise.catch(() => {});
    const reading = { prefixes: prefixes.map(([prefix]) => prefix), cut: reject };
    this.#readings.add(reading);
    try {
      return await read(promise);
    } finally {
      this.#readings.delete(reading);
    }
  }

  #countOf(prefix: string): number {
    let count = 0;
    for (const { prefixes } of this.#readings) if (prefixes.includes(prefix)) count += 1;
    return count;
  }

  #cutOne(): void {
    const countOf = ({ prefixes: [network = ''] }: Reading) => this.#countOf(network);
    const [first] = [...this.#readings].toSorted((a, b) => countOf(b) - countOf(a));
    if (!first) return;
    this.#readings.delete(first);
    first.cut(new HttpError('busy', { retryAfter }));
  }
}
