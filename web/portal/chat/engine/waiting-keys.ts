export type KeepingPlace = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/** What the keys of a person's messages that are not sent begin with; its version is that of their format. */
export const prefixOf = (userId: number) => `headrack.outbox.v1.${userId}.`;

/** Whether this browser keeps messages of that person that are not sent. */
export function hasWaiting(place: KeepingPlace | null, userId: number): boolean {
  return keysOf(place, prefixOf(userId)).length > 0;
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
