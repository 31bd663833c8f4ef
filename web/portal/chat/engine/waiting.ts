import type { FileStore } from './file-store.ts';
import { type KeepingPlace, keysOf, prefixOf } from './waiting-keys.ts';

/** How many unsent files one person keeps on a device at most, and how large they are together, in bytes. */
export const maxFiles = 20;
export const maxFileBytes = 200 * 1024 * 1024;

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
  /** What a screen shows of the file that goes with it; null for a text alone. */
  attached: { name: string; size: number } | null;
  /** The bytes, until the device keeps them. */
  file: File | null;
  /** Of the file, 0 to 100; known to this tab alone. */
  percent: number;
}

/**
 * The messages of one person that wait to be sent, shared by their tabs. Each has a key of its own,
 * so that two tabs never write over each other. The bytes of files are in the file store.
 */
export class WaitingMessages {
  readonly #userId: number;
  readonly #deps: KeepingPlace | null;
  readonly #files: FileStore;
  readonly #onRemoved: (entries: readonly Waiting[]) => void;
  readonly #prefix: string;
  /** What this tab alone knows: what the storage has not taken, or not yet. */
  readonly #own = new Map<string, Waiting>();
  readonly #percents = new Map<string, number>();
  #all: readonly Waiting[] = [];

  /** `onRemoved` gets the messages that other tabs have sent or discarded, as soon as this tab reads the storage. */
  constructor(
    userId: number,
    place: KeepingPlace | null,
    files: FileStore,
    onRemoved: (entries: readonly Waiting[]) => void = () => undefined,
  ) {
    this.#userId = userId;
    this.#deps = place;
    this.#files = files;
    this.#onRemoved = onRemoved;
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

  /** Whether one more file of that many bytes fits. */
  hasRoomFor(bytes: number): boolean {
    const sizes = this.#all.flatMap(({ attached }) => (attached ? [attached.size] : []));
    const total = sizes.reduce((sum, size) => sum + size, bytes);
    return sizes.length < maxFiles && total <= maxFileBytes;
  }

  /** A new one, behind all others also when the clock goes back. */
  add(entry: Pick<Waiting, 'clientId' | 'receiverId' | 'content' | 'file'>): void {
    this.refresh();
    const at = Math.max(Date.now(), (this.#all.at(-1)?.at ?? 0) + 1);
    const attached = entry.file && { name: entry.file.name, size: entry.file.size };
    this.put({ ...entry, attached, at, error: null, percent: 0 });
  }

  /** Keeps the file of a message on the device, so that it outlives the tab. False where the device refuses. */
  async keepFile(clientId: string, file: File): Promise<boolean> {
    try {
      await this.#files.put(this.#userId, clientId, file);
    } catch {
      return false;
    }
    const entry = this.get(clientId);
    if (entry) this.put({ ...entry, file: null });
    const isKept = !this.#own.has(clientId);
    // Sent or discarded meanwhile, or there is no storage for the message itself.
    if (!entry || !isKept) this.#deleteFile(clientId);
    // Without the bytes on the device the ones here are the only ones.
    if (entry && !isKept) this.put({ ...entry, file });
    return isKept;
  }

  /** The bytes of a message's file, undefined when they are gone. */
  async readFile({ clientId, file }: Waiting): Promise<File | undefined> {
    return file ?? this.#files.get(this.#userId, clientId).catch(() => undefined);
  }

  /** Writes one down, new or changed. */
  put(entry: Waiting): void {
    if (entry.file !== null || !this.#keep(entry)) this.#own.set(entry.clientId, entry);
    else this.#own.delete(entry.clientId);
    this.#sort([...this.#all.filter(({ clientId }) => clientId !== entry.clientId), entry]);
  }

  /** Changes one unless another tab has removed it meanwhile; its storage event may still be on its way. */
  update(clientId: string, changes: Partial<Waiting>): void {
    this.refresh();
    const entry = this.get(clientId);
    if (entry) this.put({ ...entry, ...changes });
  }

  /** Notes how much of a file is sent, for this tab alone. False where that is known already. */
  progress(clientId: string, percent: number): boolean {
    const entry = this.get(clientId);
    if (!entry || entry.percent === percent) return false;
    this.#percents.set(clientId, percent);
    const changed = { ...entry, percent };
    if (this.#own.has(clientId)) this.#own.set(clientId, changed);
    this.#all = this.#all.map((one) => (one === entry ? changed : one));
    return true;
  }

  drop(clientId: string): void {
    this.#own.delete(clientId);
    this.#percents.delete(clientId);
    if (this.get(clientId)?.attached) this.#deleteFile(clientId);
    try {
      this.#deps?.removeItem(this.#prefix + clientId);
    } catch {
      // Storage is blocked, so nothing is stored.
    }
    if (this.get(clientId)) this.#sort(this.#all.filter((entry) => entry.clientId !== clientId));
  }

  /** Reads what other tabs have added and removed. */
  refresh(): void {
    const before = this.#all;
    const kept = keysOf(this.#deps, this.#prefix).flatMap((key) => this.#read(key));
    const own = [...this.#own.values()];
    const foreign = kept.filter(({ clientId }) => !this.#own.has(clientId));
    this.#sort([...own, ...foreign]);
    const removed = before.filter(({ clientId }) => this.get(clientId) === undefined);
    if (removed.length > 0) this.#onRemoved(removed);
  }

  #deleteFile(clientId: string): void {
    // Bytes that cannot be deleted now go with the next log-out.
    this.#files.delete(this.#userId, clientId).catch(() => undefined);
  }

  #sort(entries: Waiting[]): void {
    this.#all = entries.sort(
      (one, other) => one.at - other.at || (one.clientId < other.clientId ? -1 : 1),
    );
  }

  #keep({ clientId, receiverId, content, at, error, attached }: Waiting): boolean {
    try {
      const kept = JSON.stringify({ receiverId, content, at, error, attached });
      this.#deps?.setItem(this.#prefix + clientId, kept);
      return this.#deps !== null;
    } catch {
      // A full storage must not stop anybody from writing.
      return false;
    }
  }

  #read(key: string): Waiting[] {
    try {
      const kept: unknown = JSON.parse(this.#deps?.getItem(key) ?? 'null');
      if (!isKept(kept)) return [];
      const { receiverId, content, at, error, attached = null } = kept;
      const clientId = key.slice(this.#prefix.length);
      const percent = this.#percents.get(clientId) ?? 0;
      return [{ clientId, receiverId, content, at, error, attached, file: null, percent }];
    } catch {
      return [];
    }
  }
}

type StoredMessage = Pick<Waiting, 'receiverId' | 'content' | 'at' | 'error'> &
  Partial<Pick<Waiting, 'attached'>>;

function isKept(kept: unknown): kept is StoredMessage {
  if (typeof kept !== 'object' || kept === null) return false;
  const { receiverId, content, at, error, attached = null } = kept as Partial<Waiting>;
  return (
    Number.isInteger(receiverId) &&
    typeof content === 'string' &&
    Number.isSafeInteger(at) &&
    (error === null || typeof error === 'string') &&
    (attached === null || (typeof attached.name === 'string' && Number.isFinite(attached.size)))
  );
}
