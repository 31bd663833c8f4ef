import { deleteFiles } from './file-store.ts';

export type KeepingPlace = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/** What the keys of a person's messages that are not sent begin with; its version is that of their format. */
export const prefixOf = (userId: number) => `headrack.outbox.v1.${userId}.`;
/** What the keys of a person's drafts begin with. */
export const draftPrefixOf = (userId: number) => `headrack.chat-draft.v1.${userId}.`;

const owned = /^headrack\.(?:outbox|chat-draft)\.v\d+\.(\d+)\./;

/** How many unsent messages of that person this browser keeps. */
export function countUnsent(place: KeepingPlace | null, userId: number): number {
  return keysOf(place, prefixOf(userId)).length;
}

/** Deletes the unsent messages, their files and the drafts of everybody, or of everybody but one person. */
export function deleteUnsent(place: KeepingPlace | null, exceptUserId: number | null): void {
  const keys = keysOf(place, 'headrack.').filter((key) => {
    const owner = owned.exec(key)?.[1];
    return owner !== undefined && Number(owner) !== exceptUserId;
  });
  for (const key of keys) place?.removeItem(key);
  // No file is kept without a message.
  if (keys.length > 0) void deleteFiles(exceptUserId).catch(() => undefined);
}

/** The browser's storage; null where it keeps nothing. */
export function deviceStorage(): KeepingPlace | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

/** The keys that begin so. */
export function keysOf(place: KeepingPlace | null, prefix: string): string[] {
  try {
    return Array.from({ length: place?.length ?? 0 }, (_, index) => place?.key(index) ?? '').filter(
      (key) => key.startsWith(prefix),
    );
  } catch {
    return [];
  }
}
