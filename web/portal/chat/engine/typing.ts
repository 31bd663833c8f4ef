import type { Typing } from '#contract/chat.ts';

/** How long a person counts as typing after an event (ms). */
const lastsMs = 4000;
/** Between two events of the user's own typing (ms). */
const sendEveryMs = 2000;

const none: readonly number[] = [];

/** Tracks typing by and to the user. */
export class TypingTracker {
  readonly #send: (receiverId: number) => boolean;
  readonly #onChange: () => void;
  /** By receiver; a list is replaced when it changes. */
  readonly #senders = new Map<number, readonly number[]>();
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();
  readonly #sentAt = new Map<number, number>();
  /** Typing that could not be sent while offline. */
  #unsent: { receiverId: number; at: number } | null = null;

  /** `send` returns false when offline. */
  constructor(send: (receiverId: number) => boolean, onChange: () => void) {
    this.#send = send;
    this.#onChange = onChange;
  }

  /** Who is typing to that person; the same array until it changes. */
  typingTo(receiverId: number): readonly number[] {
    return this.#senders.get(receiverId) ?? none;
  }

  receive(typing: Typing): void {
    const { senderId, receiverId } = typing;
    const key = `${senderId} ${receiverId}`;
    clearTimeout(this.#timers.get(key));
    this.#timers.set(
      key,
      setTimeout(() => this.end(typing), lastsMs),
    );
    const senders = this.typingTo(receiverId);
    if (!senders.includes(senderId)) this.#set(receiverId, [...senders, senderId]);
  }

  /** Called when a message arrives, which ends it. */
  end({ senderId, receiverId }: Typing): void {
    const key = `${senderId} ${receiverId}`;
    clearTimeout(this.#timers.get(key));
    if (!this.#timers.delete(key)) return;
    const others = this.typingTo(receiverId).filter((id) => id !== senderId);
    this.#set(receiverId, others);
  }

  /** Call on each keystroke; sends the event at intervals. */
  type(receiverId: number): void {
    // Monotonic: the wall clock may go back.
    const now = performance.now();
    if (now - (this.#sentAt.get(receiverId) ?? Number.NEGATIVE_INFINITY) < sendEveryMs) return;
    const isSent = this.#send(receiverId);
    if (isSent) this.#sentAt.set(receiverId, now);
    this.#unsent = isSent ? null : { receiverId, at: now };
  }

  connected(): void {
    const unsent = this.#unsent;
    this.#unsent = null;
    if (unsent && performance.now() - unsent.at < lastsMs) this.type(unsent.receiverId);
  }

  /** The message is sent: the next keystroke sends an event immediately. */
  reset(receiverId: number): void {
    this.#sentAt.delete(receiverId);
    this.#unsent = null;
  }

  #set(receiverId: number, senders: readonly number[]): void {
    this.#senders.set(receiverId, senders);
    this.#onChange();
  }
}
