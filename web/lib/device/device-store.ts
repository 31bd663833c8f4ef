import { readSession } from '../session/session.ts';

/** A database of the browser with one store; keys are `[userId, …]`. A call rejects where the browser stores nothing or is full. */
export interface DeviceStore<T> {
  /** Rejects for a user who isn't signed in: a late response must not store what a logout has deleted. */
  put(key: OwnedKey, value: T): Promise<unknown>;
  get(key: OwnedKey): Promise<T | undefined>;
  /** Everything of one user, in the order of the keys. */
  all(userId: number): Promise<T[]>;
  delete(key: OwnedKey): Promise<unknown>;
  /** Deletes what belongs to all users but one. */
  deleteOthers(userId: number): Promise<void>;
}

type OwnedKey = [userId: number, ...rest: (string | number)[]];

type Mode = 'readonly' | 'readwrite';

const storeName = 'files';

/** The store of an IndexedDB database, which exists once something is stored. */
export function deviceStore<T>(database: string): DeviceStore<T> {
  const run = <R>(mode: Mode, request: (store: IDBObjectStore) => IDBRequest<R>) =>
    runIn(database, mode, request);
  return {
    async put(key, value) {
      if (key[0] !== readSession().userId) throw new Error('Nobody of this id is signed in.');
      return run('readwrite', (store) => store.put(value, key));
    },
    get: (key) => run<T | undefined>('readonly', (store) => store.get(key)),
    all: (userId) => run<T[]>('readonly', (store) => store.getAll(keysOf(userId))),
    delete: (key) => run('readwrite', (store) => store.delete(key)),
    async deleteOthers(userId) {
      const { lower, upper } = keysOf(userId);
      const others = [IDBKeyRange.upperBound(lower, true), IDBKeyRange.lowerBound(upper, true)];
      for (const range of others) await run('readwrite', (store) => store.delete(range));
    },
  };
}

/** An array sorts behind every string and number, so `[id, []]` is the end of one user's keys. */
const keysOf = (userId: number) => IDBKeyRange.bound([userId], [userId, []]);

/** Deletes every database of the portal on this device. */
export function deleteDeviceStores(names: readonly string[]): void {
  try {
    for (const name of names) indexedDB.deleteDatabase(name);
  } catch {
    // The browser stores nothing.
  }
}

/** Milliseconds after which the browser's storage counts as broken: nobody should wait for it longer. */
const limits = { readonly: 2_000, readwrite: 10_000 };

/** Runs one request in its own transaction and resolves after the commit; rejects when it takes too long. */
function runIn<T>(
  name: string,
  mode: Mode,
  request: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const late = new Promise<never>((_resolve, reject) => {
    setTimeout(() => reject(new Error("The browser's storage took too long.")), limits[mode]);
  });
  return Promise.race([transact(name, mode, request), late]);
}

/** Closes the database at the end, so that it can be deleted. */
async function transact<T>(
  name: string,
  mode: Mode,
  request: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const database = await open(name);
  try {
    const transaction = database.transaction(storeName, mode);
    const pending = request(transaction.objectStore(storeName));
    // Otherwise WebKit waits for a page that was left meanwhile, and every later page waits for this transaction.
    transaction.commit();
    await new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = () => reject(transaction.error);
    });
    return pending.result;
  } finally {
    database.close();
  }
}

function open(name: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(storeName);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
