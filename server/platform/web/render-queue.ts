import { HttpError } from '../errors.ts';

export interface QueueLimits {
  /** Renders at the same time; they wait for the database in turns. */
  active: number;
  /** Renders that wait for their turn. */
  waiting: number;
  /** Of these, renders for one address, so that one visitor can't take every place. */
  waitingPerAddress: number;
}

/** At 5 ms of CPU per page the last one in the queue waits for a third of a second. */
export const defaultQueueLimits: QueueLimits = { active: 4, waiting: 64, waitingPerAddress: 32 };

/** Seconds after which a refused visitor should try again. */
const retryAfter = 3;

interface Waiting {
  address: string;
  start: () => void;
}

/** Runs a limited number of renders at once and rejects those for which there is no place with 503. */
export class RenderQueue {
  readonly #limits: QueueLimits;
  readonly #waiting: Waiting[] = [];
  #active = 0;

  constructor(limits: QueueLimits) {
    this.#limits = limits;
  }

  async run<T>(address: string, work: () => Promise<T>): Promise<T> {
    await this.#enter(address);
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next.start();
      else this.#active -= 1;
    }
  }

  async #enter(address: string): Promise<void> {
    const { active, waiting, waitingPerAddress } = this.#limits;
    if (this.#active < active) {
      this.#active += 1;
      return;
    }
    const own = this.#waiting.filter((one) => one.address === address).length;
    if (this.#waiting.length >= waiting || own >= waitingPerAddress) {
      throw new HttpError('busy', { retryAfter });
    }
    await new Promise<void>((start) => this.#waiting.push({ address, start }));
  }
}
