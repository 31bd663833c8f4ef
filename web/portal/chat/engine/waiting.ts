import { type KeepingPlace, keysOf, prefixOf } from './waiting-keys.ts';

/** An own message that is not known to be stored. */
export interface Waiting {
  /** UUID, the same for each try. */
  clientId: string;
  receiverId: number;
  /** Trimmed. */
  content: string;
  /** When it was written, in milliseconds since 1970, and always later than the one before it. */
  at: number;
  /** The server's no: it is not sent until somebody says so. */
  error: string | null;
  /** Only here, not in the storage: a reload loses it. */
  file: File | null;
  /** Of the file, 0 to 100. */
  percent: number;
}

/**
 * The messages of one person that wait to be sent, shared by their tabs. Each has a key of its own,
 * so that two tabs never write over each other.
 */
export class WaitingMessages {
  readonly #place: KeepingPlace | null;
  readonly #prefix: string;
  /** What this tab alone knows: files, and what the storage would not take. */
  readonly #own = new Map<string, Waiting>();
  #all: readonly Waiting[] = [];

  constructor(userId: number, place: KeepingPlace | null) {
    this.#place = place;
    this.#prefix = prefixOf(userId);
    this.refresh();
  }

  /** In the order in which they were written; the same array until something changes. */
  get all(): readonly Waiting[] {
    return this.#all;
  }

  get(clientId: string): Waiting | undefined {
    return this.#all.find((entry) => entry.clientId === clientId);
  }

  /** A new one, behind all others also when the clock goes back. */
  add(entry: Pick<Waiting, 'clientId' | 'receiverId' | 'content' | 'file'>): void {
    this.refresh();
    const at = Math.max(Date.now(), (this.#all.at(-1)?.at ?? 0) + 1);
    this.put({ ...entry, at, error: null, percent: 0 });
  }

  /** Writes one down, new or changed. */
  put(entry: Waiting): void {
    if (entry.file !== null || !this.#keep(entry)) this.#own.set(entry.clientId, entry);
    else this.#own.delete(entry.clientId);
    this.#sort([...this.#all.filter(({ clientId }) => clientId !== entry.clientId), entry]);
  }

  drop(clientId: string): void {
    this.#own.delete(clientId);
    try {
      this.#place?.removeItem(this.#prefix + clientId);
    } catch {
      // Nothing was kept, so nothing is left.
    }
    if (this.get(clientId)) this.#sort(this.#all.filter((entry) => entry.clientId !== clientId));
  }

  /** Reads again what other tabs have written down and taken away; answers the latter. */
  refresh(): readonly Waiting[] {
    const before = this.#all;
    const kept = keysOf(this.#place, this.#prefix).flatMap((key) => this.#read(key));
    const own = [...this.#own.values()];
    const foreign = kept.filter(({ clientId }) => !this.#own.has(clientId));
    this.#sort([...own, ...foreign]);
    return before.filter(({ clientId }) => this.get(clientId) === undefined);
  }

  #sort(entries: Waiting[]): void {
    this.#all = entries.sort(
      (one, other) => one.at - other.at || (one.clientId < other.clientId ? -1 : 1),
    );
  }

  #keep({ clientId, receiverId, content, at, error }: Waiting): boolean {
    try {
      const kept = JSON.stringify({ receiverId, content, at, error });
      this.#place?.setItem(this.#prefix + clientId, kept);
      return this.#place !== null;
    } catch {
      // A full storage must not stop anybody from writing.
      return false;
    }
  }

  #read(key: string): Waiting[] {
    try {
      const kept: unknown = JSON.parse(this.#place?.getItem(key) ?? 'null');
      if (!isKept(kept)) return [];
      const { receiverId, content, at, error } = kept;
      const clientId = key.slice(this.#prefix.length);
      return [{ clientId, receiverId, content, at, error, file: null, percent: 0 }];
    } catch {
      return [];
    }
  }
}

function isKept(kept: unknown): kept is Pick<Waiting, 'receiverId' | 'content' | 'at' | 'error'> {
  if (typeof kept !== 'object' || kept === null) return false;
  const { receiverId, content, at, error } = kept as Partial<Waiting>;
  return (
    Number.isInteger(receiverId) &&
    typeof content === 'string' &&
    Number.isSafeInteger(at) &&
    (error === null || typeof error === 'string')
  );
}
