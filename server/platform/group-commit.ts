interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/** What a group does: writes its items, in their order, and answers a result for each at its place. */
export type Commit<Item, Result> = (items: readonly Item[]) => Promise<readonly Result[]>;

/** Items that come at about the same time share one transaction; one group is written after the other. */
export class GroupCommit<Item, Result> {
  readonly #commit: Commit<Item, Result>;
  readonly #most: number;
  readonly #gatherMs: number;
  readonly #isShared: (error: unknown) => boolean;
  #waiting: Waiting<Item, Result>[] = [];
  /** A group is about to be written. */
  #isDue = false;
  #isWriting = false;
  #written: Promise<void> = Promise.resolve();

  /**
   * A group has at most `most` items; a first one waits `gatherMs` for others, 0: for those that are here already.
   * `isShared`: no single item is to blame for that failure, so that none is tried alone.
   */
  constructor(
    commit: Commit<Item, Result>,
    {
      most = 500,
      gatherMs = 0,
      isShared = () => false,
    }: { most?: number; gatherMs?: number; isShared?: (error: unknown) => boolean } = {},
  ) {
    this.#commit = commit;
    this.#most = most;
    this.#gatherMs = gatherMs;
    this.#isShared = isShared;
  }

  /** Resolves with the item's result when it is on the disk; rejects when it alone could not be written. */
  add(item: Item): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    this.#waiting.push({ item, resolve, reject });
    if (!this.#isDue && !this.#isWriting) {
      this.#isDue = true;
      const begin = () => void this.flush();
      if (this.#gatherMs > 0) setTimeout(begin, this.#gatherMs);
      else setImmediate(begin);
    }
    return promise;
  }

  /** Writes all that waits; resolves also when some of it failed. */
  flush(): Promise<void> {
    if (!this.#isWriting) this.#written = this.#writeAll();
    return this.#written;
  }

  async #writeAll(): Promise<void> {
    this.#isDue = false;
    this.#isWriting = true;
    // What comes while a group is written is the next one.
    while (this.#waiting.length > 0) await this.#write(this.#waiting.splice(0, this.#most));
    this.#isWriting = false;
  }

  async #write(group: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await this.#commit(group.map(({ item }) => item));
      for (const [index, { resolve }] of group.entries()) resolve(results[index] as Result);
    } catch (error) {
      // One that cannot be written must not take the others with it.
      if (group.length > 1 && !this.#isShared(error)) {
        for (const entry of group) await this.#write([entry]);
      } else {
        for (const { reject } of group) reject(error);
      }
    }
  }
}
