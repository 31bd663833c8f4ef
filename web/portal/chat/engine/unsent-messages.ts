import type { FileStore } from './file-store.ts';
import { keysOf, maxUnsentAge, outboxPrefix, type WebStorage } from './unsent-storage.ts';

/** How many unsent files a device stores for one user, and their total size in bytes. */
export const maxFiles = 20;
export const maxFileBytes = 200 * 1024 * 1024;

/** An own message that the server has not confirmed. */
export interface UnsentMessage {
  /** UUID, the same for each attempt. */
  clientId: string;
  receiverId: number;
  /** Trimmed. */
  content: string;
  /** When it was written, in milliseconds since 1970; always later than the message before it. */
  at: number;
  /** Why the server rejected it; it is not sent again until the user retries. */
  error: string | null;
  /** The attached file on the screen; null for a message without one. */
  attached: { name: string; size: number } | null;
  /** The file itself, until the device stores it. */
  file: File | null;
  /** Upload progress, 0 to 100; known to this tab only. */
  percent: number;
}

/**
 * A user's unsent messages, shared by their tabs. Each has its own storage key, so that
 * two tabs never overwrite each other. Files are in the file store.
 */
export class UnsentMessages {
  readonly #userId: number;
  readonly #storage: WebStorage | null;
  readonly #files: FileStore;
  readonly #onRemoved: (entries: readonly UnsentMessage[]) => void;
  readonly #prefix: string;
  /** Messages that are only in this tab, because the storage has not accepted them, or not yet. */
  readonly #own = new Map<string, UnsentMessage>();
  readonly #percents = new Map<string, number>();
  #all: readonly UnsentMessage[] = [];

  /** `onRemoved` gets the messages that other tabs have sent or discarded, as soon as this tab reads the storage. */
  constructor(
    userId: number,
    storage: WebStorage | null,
    files: FileStore,
    onRemoved: (entries: readonly UnsentMessage[]) => void = () => undefined,
  ) {
    this.#userId = userId;
    this.#storage = storage;
    this.#files = files;
    this.#onRemoved = onRemoved;
    this.#prefix = outboxPrefix(userId);
    this.refresh();
    const oldest = Date.now() - maxUnsentAge;
    for (const { at, clientId } of this.#all) if (at < oldest) this.remove(clientId);
  }

  /** In the order written; the same array until something changes. */
  get all(): readonly UnsentMessage[] {
    return this.#all;
  }

  get(clientId: string): UnsentMessage | undefined {
    return this.#all.find((entry) => entry.clientId === clientId);
  }

  /** Whether the device can store more files of these sizes in bytes. */
  hasRoomFor(more: readonly number[]): boolean {
    const stored = this.#all.flatMap(({ attached }) => (attached ? [attached.size] : []));
    const sizes = [...stored, ...more];
    const total = sizes.reduce((sum, size) => sum + size, 0);
    return sizes.length <= maxFiles && total <= maxFileBytes;
  }

  /** Adds a message behind all others, also when the clock goes back. */
  add(entry: Pick<UnsentMessage, 'clientId' | 'receiverId' | 'content' | 'file'>): void {
    this.refresh();
    const at = Math.max(Date.now(), (this.#all.at(-1)?.at ?? 0) + 1);
    const attached = entry.file && { name: entry.file.name, size: entry.file.size };
    this.#put({ ...entry, attached, at, error: null, percent: 0 });
  }

  /** Stores the file of a message on the device, so that it outlives the tab. False where the device can't. */
  async storeFile(clientId: string, file: File): Promise<boolean> {
    try {
      await this.#files.put([this.#userId, clientId], file);
    } catch {
      return false;
    }
    const entry = this.get(clientId);
    if (entry) this.#put({ ...entry, file: null });
    const isStored = !this.#own.has(clientId);
    // Sent or discarded meanwhile, or the message itself can't be stored.
    if (!entry || !isStored) this.#deleteFile(clientId);
    // The file in this tab is then the only one.
    if (entry && !isStored) this.#put({ ...entry, file });
    return isStored;
  }

  /** The file of a message, undefined when it is gone. */
  async readFile({ clientId, file }: UnsentMessage): Promise<File | undefined> {
    return file ?? this.#files.get([this.#userId, clientId]).catch(() => undefined);
  }

  /** Stores a new or changed message. */
  #put(entry: UnsentMessage): void {
    if (entry.file !== null || !this.#write(entry)) this.#own.set(entry.clientId, entry);
    else this.#own.delete(entry.clientId);
    this.#sort([...this.#all.filter(({ clientId }) => clientId !== entry.clientId), entry]);
  }

  /** Changes a message unless another tab has removed it; that tab's storage event may still be on its way. */
  update(clientId: string, changes: Partial<UnsentMessage>): void {
    this.refresh();
    const entry = this.get(clientId);
    if (entry) this.#put({ ...entry, ...changes });
  }

  /** Sets the upload progress of a file, for this tab only. False when nothing changes. */
  setPercent(clientId: string, percent: number): boolean {
    const entry = this.get(clientId);
    if (!entry || entry.percent === percent) return false;
    this.#percents.set(clientId, percent);
    const changed = { ...entry, percent };
    if (this.#own.has(clientId)) this.#own.set(clientId, changed);
    this.#all = this.#all.map((one) => (one === entry ? changed : one));
    return true;
  }

  remove(clientId: string): void {
    this.#own.delete(clientId);
    this.#percents.delete(clientId);
    if (this.get(clientId)?.attached) this.#deleteFile(clientId);
    try {
      this.#storage?.removeItem(this.#prefix + clientId);
    } catch {
      // Storage is blocked, so nothing is stored.
    }
    if (this.get(clientId)) this.#sort(this.#all.filter((entry) => entry.clientId !== clientId));
  }

  /** Reads what other tabs have added and removed. */
  refresh(): void {
    const before = this.#all;
    const inStorage = keysOf(this.#storage, this.#prefix).flatMap((key) => this.#read(key));
    const own = [...this.#own.values()];
    const others = inStorage.filter(({ clientId }) => !this.#own.has(clientId));
    this.#sort([...own, ...others]);
    const removed = before.filter(({ clientId }) => this.get(clientId) === undefined);
    if (removed.length > 0) this.#onRemoved(removed);
  }

  #deleteFile(clientId: string): void {
    // A file that can't be deleted now is deleted at the next logout.
    this.#files.delete([this.#userId, clientId]).catch(() => undefined);
  }

  #sort(entries: UnsentMessage[]): void {
    this.#all = entries.sort(
      (one, other) => one.at - other.at || (one.clientId < other.clientId ? -1 : 1),
    );
  }

  #write({ clientId, receiverId, content, at, error, attached }: UnsentMessage): boolean {
    try {
      const json = JSON.stringify({ receiverId, content, at, error, attached });
      this.#storage?.setItem(this.#prefix + clientId, json);
      return this.#storage !== null;
    } catch {
      // A full storage must not keep the user from writing.
      return false;
    }
  }

  #read(key: string): UnsentMessage[] {
    try {
      const stored: unknown = JSON.parse(this.#storage?.getItem(key) ?? 'null');
      if (!isStoredMessage(stored)) return [];
      const { receiverId, content, at, error, attached = null } = stored;
      const clientId = key.slice(this.#prefix.length);
      const percent = this.#percents.get(clientId) ?? 0;
      return [{ clientId, receiverId, content, at, error, attached, file: null, percent }];
    } catch {
      return [];
    }
  }
}

type StoredMessage = Pick<UnsentMessage, 'receiverId' | 'content' | 'at' | 'error'> &
  Partial<Pick<UnsentMessage, 'attached'>>;

function isStoredMessage(value: unknown): value is StoredMessage {
  if (typeof value !== 'object' || value === null) return false;
  const { receiverId, content, at, error, attached = null } = value as Partial<UnsentMessage>;
  return (
    Number.isInteger(receiverId) &&
    typeof content === 'string' &&
    Number.isSafeInteger(at) &&
    (error === null || typeof error === 'string') &&
    (attached === null || (typeof attached.name === 'string' && Number.isFinite(attached.size)))
  );
}
