interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/** Writes the items in order and returns their results in the same order. */
export type Commit<Item, Result> = (items: readonly Item[]) => Promise<readonly Result[]>;

/** Groups items that arrive at about the same time into one transaction; writes one group at a time. */
export class GroupCommit<Item, Result> {
  readonly #commit: Commit<Item, Result>;
  readonly #maxItems: number;
  readonly #gatherMs: number;
  readonly #isShared: (error: unknown) => boolean;
  #waiting: Waiting<Item, Result>[] = [];
  /** A flush is scheduled. */
  #isDue = false;
  #isWriting = false;
  #written: Promise<void> = Promise.resolve();

  /**
   * A group waits `gatherMs` for more items; 0 takes what has arrived in the same tick.
   * `isShared`: the error is not caused by a single item, so the items are not retried one by one.
   */
  constructor(
    commit: Commit<Item, Result>,
    {
      maxItems = 500,
      gatherMs = 0,
      isShared = () => false,
    }: { maxItems?: number; gatherMs?: number; isShared?: (error: unknown) => boolean } = {},
  ) {
    this.#commit = commit;
    this.#maxItems = maxItems;
    this.#gatherMs = gatherMs;
    this.#isShared = isShared;
  }

  /** Resolves with the item's result after the commit; rejects when the item could not be written. */
  add(item: Item): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    this.#waiting.push({ item, resolve, reject });
    if (!this.#isDue && !this.#isWriting) {
      this.#isDue = true;
      const flush = () => void this.flush();
      if (this.#gatherMs > 0) setTimeout(flush, this.#gatherMs);
      else setImmediate(flush);
    }
    return promise;
  }

  /** Writes all waiting items; never rejects. */
  flush(): Promise<void> {
    if (!this.#isWriting) this.#written = this.#writeAll();
    return this.#written;
  }

  async #writeAll(): Promise<void> {
    this.#isDue = false;
    this.#isWriting = true;
    while (this.#waiting.length > 0) await this.#write(this.#waiting.splice(0, this.#maxItems));
    this.#isWriting = false;
  }

  async #write(group: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await this.#commit(group.map(({ item }) => item));
      for (const [index, { resolve }] of group.entries()) resolve(results[index] as Result);
    } catch (error) {
      // One bad item must not fail the others.
      if (group.length > 1 && !this.#isShared(error)) {
        for (const entry of group) await this.#write([entry]);
      } else {
        for (const { reject } of group) reject(error);
      }
    }
  }
}
