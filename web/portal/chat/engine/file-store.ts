/** Files of unsent messages on the device. A call rejects where the browser stores nothing or is full. */
export interface FileStore {
  put(userId: number, clientId: string, file: File): Promise<unknown>;
  get(userId: number, clientId: string): Promise<File | undefined>;
  delete(userId: number, clientId: string): Promise<unknown>;
}

const databaseName = 'headrack.chat-files';
const storeName = 'files';

/** IndexedDB; keys are `[userId, clientId]`. */
export const deviceFiles: FileStore = {
  put: (userId, clientId, file) => run('readwrite', (store) => store.put(file, [userId, clientId])),
  get: (userId, clientId) =>
    run<File | undefined>('readonly', (store) => store.get([userId, clientId])),
  delete: (userId, clientId) => run('readwrite', (store) => store.delete([userId, clientId])),
};

/** Deletes all files, or those of all users but one. */
export async function deleteFiles(exceptUserId: number | null): Promise<void> {
  if (exceptUserId === null) {
    indexedDB.deleteDatabase(databaseName);
    return;
  }
  // An array sorts behind every string, so `[id, []]` is the end of one user's keys.
  const others = [
    IDBKeyRange.upperBound([exceptUserId], true),
    IDBKeyRange.lowerBound([exceptUserId, []], true),
  ];
  for (const range of others) await run('readwrite', (store) => store.delete(range));
}

/** Runs one request in its own transaction and resolves after the commit. Closes the database, so that it can be deleted. */
async function run<T>(
  mode: IDBTransactionMode,
  request: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const database = await open();
  try {
    const transaction = database.transaction(storeName, mode);
    const pending = request(transaction.objectStore(storeName));
    await new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = () => reject(transaction.error);
    });
    return pending.result;
  } finally {
    database.close();
  }
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(databaseName, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(storeName);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
