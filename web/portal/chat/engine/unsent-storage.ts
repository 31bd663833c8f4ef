export type WebStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

const draftPrefix = (userId: number, version = 2) => `headrack.chat-draft.v${version}.${userId}.`;

/** Drafts are deleted after this time (ms). */
const maxDraftAge = 14 * 24 * 60 * 60 * 1000;

const owned = /^headrack\.chat-draft\.v\d+\.(\d+)\./;

/** Deletes the drafts of all users, or of all but one. */
export function deleteDrafts(storage: WebStorage | null, exceptUserId: number | null): void {
  const keys = keysOf(storage, 'headrack.').filter((key) => {
    const owner = owned.exec(key)?.[1];
    return owner !== undefined && Number(owner) !== exceptUserId;
  });
  for (const key of keys) storage?.removeItem(key);
}

/** The browser's storage; null where it is blocked. */
export function deviceStorage(): WebStorage | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

/** The keys with that prefix. */
function keysOf(storage: WebStorage | null, prefix: string): string[] {
  try {
    return Array.from(
      { length: storage?.length ?? 0 },
      (_, index) => storage?.key(index) ?? '',
    ).filter((key) => key.startsWith(prefix));
  } catch {
    return [];
  }
}

/** A user's unsent input by receiver; survives a reload. */
export class Drafts {
  readonly #storage: WebStorage | null;
  readonly #prefix: string;
  readonly #texts = new Map<number, string>();

  constructor(userId: number, storage: WebStorage | null) {
    this.#storage = storage;
    this.#prefix = draftPrefix(userId);
    // An earlier release stored the text alone.
    const former = draftPrefix(userId, 1);
    for (const key of keysOf(storage, former)) {
      const text = storage?.getItem(key) ?? '';
      storage?.removeItem(key);
      this.set(Number(key.slice(former.length)), text);
    }
    for (const key of keysOf(storage, this.#prefix)) {
      const at = this.#read(key)?.at ?? 0;
      if (!(Date.now() - at <= maxDraftAge)) storage?.removeItem(key);
    }
  }

  #read(key: string): { at: number; text: string } | null {
    try {
      const stored = JSON.parse(this.#storage?.getItem(key) ?? 'null') as unknown;
      if (typeof stored !== 'object' || stored === null) return null;
      const { at, text } = stored as { at?: unknown; text?: unknown };
      return typeof at === 'number' && typeof text === 'string' ? { at, text } : null;
    } catch {
      // Storage is blocked.
      return null;
    }
  }

  get(receiverId: number): string {
    const known = this.#texts.get(receiverId);
    if (known !== undefined) return known;
    const text = this.#read(this.#prefix + receiverId)?.text ?? '';
    this.#texts.set(receiverId, text);
    return text;
  }

  /** '' deletes the draft. */
  set(receiverId: number, text: string): void {
    this.#texts.set(receiverId, text);
    try {
      if (text === '') this.#storage?.removeItem(this.#prefix + receiverId);
      else {
        const json = JSON.stringify({ at: Date.now(), text });
        this.#storage?.setItem(this.#prefix + receiverId, json);
      }
    } catch {
      // Storage is full or blocked; typing must still work.
    }
  }
}
