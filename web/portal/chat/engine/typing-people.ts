import type { Typing } from '#contract/chat.ts';

/** How long (ms) somebody counts as typing after the last word of it. */
const lastsFor = 4000;
/** Between two words of one's own (ms). */
const sayEvery = 2000;

/** Who is typing to whom. */
export class TypingPeople {
  readonly #onChange: () => void;
  readonly #say: (receiverId: number) => boolean;
  readonly #timers = new Map<string, { typing: Typing; timer: ReturnType<typeof setTimeout> }>();
  readonly #saidAt = new Map<number, number>();

  /** A key stroke that nobody was told of for want of a line. */
  #unsaid: { receiverId: number; at: number } | null = null;

  /** `say` answers whether there was a line. */
  constructor(announce: (receiverId: number) => boolean, onChange: () => void) {
    this.#say = announce;
    this.#onChange = onChange;
  }

  isTyping(senderId: number, receiverId: number): boolean {
    return this.#timers.has(`${senderId} ${receiverId}`);
  }

  /** Who is typing to that person. */
  typingTo(receiverId: number): number[] {
    return [...this.#timers.values()]
      .filter(({ typing }) => typing.receiverId === receiverId)
      .map(({ typing }) => typing.senderId);
  }

  note(typing: Typing): void {
    const key = `${typing.senderId} ${typing.receiverId}`;
    const known = this.#timers.get(key);
    clearTimeout(known?.timer);
    const timer = setTimeout(() => this.end(typing.senderId, typing.receiverId), lastsFor);
    this.#timers.set(key, { typing, timer });
    if (!known) this.#onChange();
  }

  /** A message ends it. */
  end(senderId: number, receiverId: number): void {
    const key = `${senderId} ${receiverId}`;
    const known = this.#timers.get(key);
    if (!known) return;
    clearTimeout(known.timer);
    this.#timers.delete(key);
    this.#onChange();
  }

  /** One's own key stroke: the other one is told of it now and then. */
  type(receiverId: number): void {
    // Not the time of day, which may go back.
    const now = performance.now();
    if (now - (this.#saidAt.get(receiverId) ?? Number.NEGATIVE_INFINITY) < sayEvery) return;
    const isSaid = this.#say(receiverId);
    if (isSaid) this.#saidAt.set(receiverId, now);
    this.#unsaid = isSaid ? null : { receiverId, at: now };
  }

  /** The line is there. */
  connected(): void {
    const unsaid = this.#unsaid;
    this.#unsaid = null;
    if (unsaid && performance.now() - unsaid.at < lastsFor) this.type(unsaid.receiverId);
  }

  /** What was typed is sent: the next key stroke is a new beginning. */
  typed(receiverId: number): void {
    this.#saidAt.delete(receiverId);
    this.#unsaid = null;
  }
}
