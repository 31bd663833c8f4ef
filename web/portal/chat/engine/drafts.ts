import type { KeepingPlace } from './waiting-keys.ts';

/** What one person has typed and not sent, by whom it is for; outlives a reload. */
export class Drafts {
  readonly #place: KeepingPlace | null;
  readonly #prefix: string;
  readonly #texts = new Map<number, string>();

  constructor(userId: number, place: KeepingPlace | null) {
    this.#place = place;
    this.#prefix = `headrack.chat-draft.v1.${userId}.`;
  }

  get(receiverId: number): string {
    const known = this.#texts.get(receiverId);
    if (known !== undefined) return known;
    const kept = this.#read(receiverId);
    this.#texts.set(receiverId, kept);
    return kept;
  }

  /** '' forgets it. */
  set(receiverId: number, text: string): void {
    this.#texts.set(receiverId, text);
    try {
      if (text === '') this.#place?.removeItem(this.#prefix + receiverId);
      else this.#place?.setItem(this.#prefix + receiverId, text);
    } catch {
      // A full or closed storage must not stop anybody from typing.
    }
  }

  #read(receiverId: number): string {
    try {
      return this.#place?.getItem(this.#prefix + receiverId) ?? '';
    } catch {
      return '';
    }
  }
}
