import { readToken } from '#web/lib/session.ts';

/** How long (ms) an answer that nobody has taken yet is news. */
const freshFor = 5000;

/** An answer that is asked for while a page's scripts are still on their way: a round trip less on the road. */
export class EarlyAnswer<T> {
  readonly #read: () => Promise<T>;
  #asked: { answer: Promise<T>; token: string | null; at: number } | null = null;

  constructor(read: () => Promise<T>) {
    this.#read = read;
  }

  ask(): void {
    const answer = this.#read();
    // Whoever takes the answer says what went wrong.
    answer.catch(() => undefined);
    this.#asked = { answer, token: readToken(), at: Date.now() };
  }

  /** The answer, once and to the person who asked; null when there is none. */
  take(): Promise<T> | null {
    const taken = this.#asked;
    this.#asked = null;
    const isOurs = taken?.token === readToken() && Date.now() - taken.at < freshFor;
    return taken && isOurs ? taken.answer : null;
  }
}
