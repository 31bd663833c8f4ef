import { readToken } from '#web/lib/session.ts';

/** Milliseconds for which a prefetched answer is used. */
const freshFor = 5000;

/** Fetches an answer while the page's scripts are still loading, which saves a round trip. */
export class PrefetchedAnswer<T> {
  readonly #read: () => Promise<T>;
  #asked: { answer: Promise<T>; token: string | null; at: number } | null = null;

  constructor(read: () => Promise<T>) {
    this.#read = read;
  }

  ask(): void {
    const answer = this.#read();
    // The caller of `take` handles the error.
    answer.catch(() => undefined);
    this.#asked = { answer, token: readToken(), at: Date.now() };
  }

  /** Returns the answer once; null when there is none, or it is stale or of another user. */
  take(): Promise<T> | null {
    const taken = this.#asked;
    this.#asked = null;
    const isOurs = taken?.token === readToken() && Date.now() - taken.at < freshFor;
    return taken && isOurs ? taken.answer : null;
  }
}
