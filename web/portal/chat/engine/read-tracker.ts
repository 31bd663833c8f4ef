import type { Unread } from '../../shared/live/unread.ts';
import type { ChatServer } from '../chat.data.ts';
import type { Histories } from './history.ts';

/** How long (ms) the screen may take to report a received message as seen before it counts as unread: it may be scrolled up. */
const graceMs = 1000;

interface Deps extends Pick<ChatServer, 'markRead'> {
  histories: Histories;
  unread: Unread;
  /** The thread was read to its end. */
  onSeen: (partnerId: number) => void;
}

/** Whether someone looks at the page: a window can be visible beside the one that is used. */
const isVisible = () => document.visibilityState === 'visible' && document.hasFocus();

/** Reports read messages to the server: once for each newest message, and again after a failure. */
export class ReadTracker {
  readonly #deps: Deps;
  /** By person: the last id on the screen, and the last one reported to the server. */
  readonly #seen = new Map<number, number>();
  readonly #reported = new Map<number, number>();
  #grace: ReturnType<typeof setTimeout> | undefined;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  isInSight(partnerId: number): boolean {
    return this.#deps.unread.inSight === partnerId;
  }

  /** The newest message of that thread is visible. */
  see(partnerId: number): void {
    if (!this.#isOpen(partnerId)) return;
    this.#seen.set(partnerId, this.#newestUnread(partnerId) ?? this.#seen.get(partnerId) ?? 0);
    if (!isVisible()) return;
    clearTimeout(this.#grace);
    this.#setInSight(partnerId);
    this.#report(partnerId);
  }

  /** The page was shown or hidden, got or lost the focus, or the connection is back. */
  visibilityChanged(): void {
    if (!isVisible()) {
      this.#setInSight(null);
      return;
    }
    for (const partnerId of this.#seen.keys()) {
      if (!this.#isOpen(partnerId)) continue;
      if (this.#hasSeenAll(partnerId)) this.#setInSight(partnerId);
      this.#report(partnerId);
    }
  }

  closed(partnerId: number): void {
    this.#seen.delete(partnerId);
    if (this.#deps.unread.inSight === partnerId) this.#setInSight(null);
  }

  /** A message was received in the visible thread; its screen calls `see` unless it is scrolled up. */
  received(partnerId: number): void {
    if (this.#deps.unread.inSight !== partnerId) return;
    clearTimeout(this.#grace);
    this.#grace = setTimeout(() => {
      if (this.#hasSeenAll(partnerId)) return;
      this.#setInSight(null);
      this.#deps.unread.reload();
    }, graceMs);
  }

  #isOpen(partnerId: number): boolean {
    return this.#deps.histories.isOpen(partnerId);
  }

  #newestUnread(partnerId: number): number | null {
    const rows = this.#deps.histories.rows(partnerId);
    const newest = rows.findLast(({ senderId }) => senderId === partnerId);
    return newest === undefined || newest.readAt !== undefined ? null : newest.id;
  }

  #hasSeenAll(partnerId: number): boolean {
    return (this.#newestUnread(partnerId) ?? 0) <= (this.#seen.get(partnerId) ?? 0);
  }

  #setInSight(partnerId: number | null): void {
    if (this.#deps.unread.inSight === partnerId) return;
    clearTimeout(this.#grace);
    this.#deps.unread.inSight = partnerId;
  }

  #report(partnerId: number): void {
    const { markRead, onSeen, unread } = this.#deps;
    const upTo = this.#seen.get(partnerId);
    const before = this.#reported.get(partnerId) ?? 0;
    if (upTo === undefined || upTo <= before) return;
    this.#reported.set(partnerId, upTo);
    onSeen(partnerId);
    markRead(partnerId, upTo)
      .catch(() => {
        if (this.#reported.get(partnerId) === upTo) this.#reported.set(partnerId, before);
      })
      .finally(() => unread.reload());
  }
}
