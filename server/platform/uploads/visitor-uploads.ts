import { HttpError } from '../errors.ts';
import { networkOf } from '../limits.ts';

const maxPerNetwork = 8;
const maxInTotal = 100;
/** Seconds until a rejected visitor should try again. */
const retryAfter = 30;

/** Counts the uploads of visitors that are being read, because anyone can start one and send it slowly. */
export class VisitorUploads {
  readonly #byNetwork = new Map<string, number>();
  #total = 0;

  /** Runs `read` as one more upload of this address; throws 503 when its network or all visitors have too many. */
  async run<T>(ip: string, read: () => Promise<T>): Promise<T> {
    const network = networkOf(ip);
    const count = this.#byNetwork.get(network) ?? 0;
    if (count >= maxPerNetwork || this.#total >= maxInTotal) {
      throw new HttpError('busy', { retryAfter });
    }
    this.#add(network, 1);
    try {
      return await read();
    } finally {
      this.#add(network, -1);
    }
  }

  #add(network: string, change: number): void {
    this.#total += change;
    const count = (this.#byNetwork.get(network) ?? 0) + change;
    if (count > 0) this.#byNetwork.set(network, count);
    else this.#byNetwork.delete(network);
  }
}
