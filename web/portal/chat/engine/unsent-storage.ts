export type WebStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/** Prefix of the keys of a user's unsent messages; its version is that of their format. */
export const outboxPrefix = (userId: number) => `headrack.outbox.v1.${userId}.`;

/** Unsent messages are deleted after this time (ms). */
export const maxUnsentAge = 14 * 24 * 60 * 60 * 1000;

const owned = /^headrack\.outbox\.v\d+\.(\d+)\./;

/** The number of the user's unsent messages in this browser. */
export function countUnsent(storage: WebStorage | null, userId: number): number {
  return keysOf(storage, outboxPrefix(userId)).length;
}

/** Deletes the unsent messages of all users, or of all but one. */
export function deleteUnsent(storage: WebStorage | null, exceptUserId: number | null): void {
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
export function keysOf(storage: WebStorage | null, prefix: string): string[] {
  try {
    return Array.from(
      { length: storage?.length ?? 0 },
      (_, index) => storage?.key(index) ?? '',
    ).filter((key) => key.startsWith(prefix));
  } catch {
    return [];
  }
}
