import { draftPrefixOf, type KeepingPlace } from './waiting-keys.ts';

/** What one person has typed and not sent, by whom it is for; outlives a reload. */
export class Drafts {
  readonly #deps: KeepingPlace | null;
  readonly #prefix: string;
  readonly #texts = new Map<number, string>();

  constructor(userId: number, place: KeepingPlace | null) {
    this.#deps = place;
    this.#prefix = draftPrefixOf(userId);
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
      if (text === '') this.#deps?.removeItem(this.#prefix + receiverId);
      else this.#deps?.setItem(this.#prefix + receiverId, text);
    } catch {
      // Storage is full or blocked; typing must go on.
    }
  }

  #read(receiverId: number): string {
    try {
      return this.#deps?.getItem(this.#prefix + receiverId) ?? '';
    } catch {
      return '';
    }
  }
}
