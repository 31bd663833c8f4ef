import { createHash } from 'node:crypto';

export interface KeptAnswer {
  bytes: Buffer;
  etag: string;
}

/**
 * Answers of public reads, kept as bytes until what they show changes.
 * Off where other processes may write the same database: there each read asks it.
 */
export class Kept {
  readonly #answers = new Map<string, KeptAnswer>();
  readonly #on: boolean;
  /** Rises with each change, so that an answer made before a change is not kept after it. */
  #generation = 0;

  constructor(on: boolean) {
    this.#on = on;
  }

  get generation(): number {
    return this.#generation;
  }

  /** Answers the kept bytes for a key, or makes them. */
  async get(key: string, make: () => Promise<string>): Promise<KeptAnswer> {
    const found = this.#answers.get(key);
    if (found) return found;
    const generation = this.#generation;
    const answer = withEtag(Buffer.from(await make()));
    if (this.#on && generation === this.#generation) {
      if (this.#answers.size >= 1000) this.#answers.clear();
      this.#answers.set(key, answer);
    }
    return answer;
  }

  /** Forgets everything; called after each committed write to what public reads show. */
  forget(): void {
    this.#generation += 1;
    this.#answers.clear();
  }
}

/** Bytes with their strong entity tag. */
export function withEtag(bytes: Buffer): KeptAnswer {
  return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"` };
}
