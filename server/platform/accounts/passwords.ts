import { type Algorithm, hash, verify } from '@node-rs/argon2';
import { passwords as messages } from '#contract/messages/users.ts';
import { passwordProblem } from '#contract/rules/password-rules.ts';
import { invalid } from '../runtime/errors.ts';
import { FairQueue } from '../runtime/fair-queue.ts';
import type { IsBreached } from './breached-passwords.ts';

// The package exports a const enum, which type stripping does not support.
const argon2id = 2 as Algorithm;
const defaultCost = { algorithm: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Two at a time: file reads share the thread pool. */
const limits = { active: 2, waiting: 50 };

/** Hashes and verifies passwords, a few at a time; strangers can't fill the queue of known devices and users. */
export class Passwords {
  readonly #queue = new FairQueue(limits, 2);
  #dummy: Promise<string> | undefined;
  readonly #cost: typeof defaultCost;
  readonly #isBreached: IsBreached;

  /** Only tests pass a lower cost (memory in KiB); no setting changes it. */
  constructor(
    cost: { memoryCost: number; timeCost: number } = defaultCost,
    isBreached: IsBreached = async () => false,
  ) {
    this.#cost = { ...defaultCost, ...cost };
    this.#isBreached = isBreached;
  }

  /**
   * Hashes a password that someone chose; 400 for the field when it is easy to guess. `words` are the account's own,
   * see `ownWords`. Call it outside of transactions: the breach check asks the network.
   */
  async hashChosen(password: string, field: string, words: readonly string[]): Promise<string> {
    const composed = password.normalize('NFC');
    const problem =
      passwordProblem(composed, words) ??
      ((await this.#isBreached(composed)) ? messages.breached : null);
    if (problem !== null) throw invalid({ [field]: problem }, problem);
    return this.hash(password);
  }

  /** Argon2id in PHC form of the password in NFC; for a chosen password use `hashChosen`. */
  hash(password: string): Promise<string> {
    return this.#queue.run('known', () => hash(password.normalize('NFC'), this.#cost));
  }

  /**
   * Whether the password matches the hash. An unknown account (null) takes as long and is false.
   * Devices type an accent as one character or as two: the password is compared in NFC, and then as it was typed, as
   * earlier releases hashed it. How often depends on what was typed alone. `checkLimit` runs right before, so that it
   * counts the failures of queued guesses. Known devices and users take turns with strangers.
   */
  check(
    stored: string | null,
    password: string,
    checkLimit: () => Promise<void>,
    caller: 'known' | 'stranger' = 'known',
  ): Promise<boolean> {
    this.#dummy ??= hash('nobody has this password', this.#cost);
    const dummy = this.#dummy;
    return this.#queue.run(caller, async () => {
      await checkLimit();
      let matches = false;
      for (const form of new Set([password.normalize('NFC'), password])) {
        matches = (await verify(stored ?? (await dummy), form, this.#cost)) || matches;
      }
      return matches && stored !== null;
    });
  }
}
