import { type Algorithm, hash, verify } from '@node-rs/argon2';
import { general } from '#contract/messages/general.ts';
import { Refusal } from './errors.ts';

// Argon2id; the package's enum is a const enum, which type stripping does not read.
const argon2id = 2 as Algorithm;
const usual = { algorithm: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

const atOnce = 2;
const queueLength = 100;

/** Hashes and checks passwords, two at a time: the thread pool is shared with file reads. */
export class Passwords {
  #running = 0;
  readonly #waiting: (() => void)[] = [];
  #dummy: Promise<string> | undefined;
  readonly #cost: typeof usual;

  /** Another cost, memory in KiB, is for tests of something else: no setting leads here. */
  constructor(cost: { memoryCost: number; timeCost: number } = usual) {
    this.#cost = { ...usual, ...cost };
  }

  /** Argon2id in PHC form. */
  hash(password: string): Promise<string> {
    return this.#inTurn(() => hash(password, this.#cost));
  }

  /**
   * Whether the password fits. An unknown account (null) costs the same time and is false.
   * `mayTry` is asked when the turn has come: failures of the guesses before it count by then.
   */
  check(stored: string | null, password: string, mayTry: () => Promise<void>): Promise<boolean> {
    this.#dummy ??= hash('nobody has this password', this.#cost);
    const dummy = this.#dummy;
    return this.#inTurn(async () => {
      await mayTry();
      const fits = await verify(stored ?? (await dummy), password, this.#cost);
      return fits && stored !== null;
    });
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= atOnce) {
      if (this.#waiting.length >= queueLength) {
        throw new Refusal(503, general.busy, { retryAfter: 2 });
      }
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else {
      this.#running += 1;
    }
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }
}
