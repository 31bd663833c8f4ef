/** Until a message that came into a thread in sight counts as unread after all (ms): its screen was scrolled up. */
const graceFor = 1000;

interface ReadingParts {
  /** The id of the newest message that person wrote which the caller has not read; null: none. */
  newestUnread: (partnerId: number) => number | null;
  isOpen: (partnerId: number) => boolean;
  isVisible: () => boolean;
  markRead: (partnerId: number, upTo: number) => Promise<unknown>;
  /** That thread is in sight (null: none), so what comes there is not counted. */
  onInSight: (partnerId: number | null) => void;
  /** Up to that id it is being said that they are read. */
  onSeen: (partnerId: number, upTo: number) => void;
  /** The server's counts are to be asked for. */
  ask: () => void;
}

/** Tells the server what was read: once for each newest message, and again where that failed. */
export class Reading {
  readonly #parts: ReadingParts;
  /** By person: up to which id has been seen, and up to which the server knows or is being told. */
  readonly #seen = new Map<number, number>();
  readonly #told = new Map<number, number>();
  #inSight: number | null = null;
  #grace: ReturnType<typeof setTimeout> | undefined;

  constructor(parts: ReadingParts) {
    this.#parts = parts;
  }

  isInSight(partnerId: number): boolean {
    return this.#inSight === partnerId;
  }

  /** The newest message of that thread is on the screen. */
  see(partnerId: number): void {
    const { newestUnread, isOpen, isVisible } = this.#parts;
    if (!isOpen(partnerId)) return;
    this.#seen.set(partnerId, newestUnread(partnerId) ?? this.#seen.get(partnerId) ?? 0);
    if (!isVisible()) return;
    clearTimeout(this.#grace);
    this.#look(partnerId);
    this.#tell(partnerId);
  }

  /** The page has come into sight or gone out of it, or the line is back. */
  visibilityChanged(): void {
    if (!this.#parts.isVisible()) {
      this.#look(null);
      return;
    }
    for (const partnerId of this.#seen.keys()) {
      if (!this.#parts.isOpen(partnerId)) continue;
      if (this.#hasSeenAll(partnerId)) this.#look(partnerId);
      this.#tell(partnerId);
    }
  }

  closed(partnerId: number): void {
    this.#seen.delete(partnerId);
    if (this.#inSight === partnerId) this.#look(null);
  }

  /** A message has come into the thread in sight; its screen says so at once, unless it was scrolled up. */
  cameIn(partnerId: number): void {
    if (this.#inSight !== partnerId) return;
    clearTimeout(this.#grace);
    this.#grace = setTimeout(() => {
      if (this.#hasSeenAll(partnerId)) return;
      this.#look(null);
      this.#parts.ask();
    }, graceFor);
  }

  #hasSeenAll(partnerId: number): boolean {
    return (this.#parts.newestUnread(partnerId) ?? 0) <= (this.#seen.get(partnerId) ?? 0);
  }

  #look(partnerId: number | null): void {
    if (this.#inSight === partnerId) return;
    clearTimeout(this.#grace);
    this.#inSight = partnerId;
    this.#parts.onInSight(partnerId);
  }

  #tell(partnerId: number): void {
    const { markRead, onSeen, ask } = this.#parts;
    const upTo = this.#seen.get(partnerId);
    const before = this.#told.get(partnerId) ?? 0;
    if (upTo === undefined || upTo <= before) return;
    this.#told.set(partnerId, upTo);
    onSeen(partnerId, upTo);
    markRead(partnerId, upTo)
      .catch(() => {
        if (this.#told.get(partnerId) === upTo) this.#told.set(partnerId, before);
      })
      .finally(ask);
  }
}
