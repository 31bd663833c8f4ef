import { hashKey, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query';
import type { Role } from '#contract/wire/access.ts';
import { deviceStore } from '#web/lib/device-store.ts';
import { readBuild } from '#web/lib/route-files.ts';
import { currentUserQuery } from '../current-user.data.ts';

/** What an employee last saw of these is kept on their device, by the first part of the query key. */
const kept = new Set<unknown>([
  'badges',
  'chat-history',
  'claims',
  'conversations',
  'damages',
  'documents',
  'driver-file',
  'employees',
  'hours-ledger',
  'notifications',
  'orders',
  'products',
  'settlement-questions',
  'time-off',
  'unread-total',
  'upload-limits',
  // The people that they may write to.
  'users',
]);

/** Copies are deleted after this time (ms). */
const maxAge = 14 * 24 * 60 * 60 * 1000;

interface Copy {
  queryKey: QueryKey;
  data: unknown;
  /** When the server sent it, in milliseconds since 1970. */
  at: number;
  /** The release that stored it. */
  build: string;
}

export const copiesDatabase = 'headrack.copies';
export const copiesStore = deviceStore<Copy>(copiesDatabase);

/** Whether a query's data is kept: the account's own name of everybody, the rest of employees only, whose data is their own. */
export function isKept([first]: QueryKey, role: Role | null): boolean {
  return first === currentUserQuery.queryKey[0] || (role === 'employee' && kept.has(first));
}

/** The copies of a user on this device; none where it stores nothing. */
export async function readCopies(userId: number): Promise<Copy[]> {
  return deleteCopies(userId, ({ at }) => Date.now() - at >= maxAge);
}

/** Deletes copies of other releases, which a page may not be able to show. */
export async function deleteFormerCopies(userId: number): Promise<void> {
  await deleteCopies(userId, ({ build }) => build !== readBuild());
}

/** Returns the others. */
async function deleteCopies(userId: number, isOver: (copy: Copy) => boolean): Promise<Copy[]> {
  const copies = await copiesStore.all(userId).catch(() => []);
  for (const { queryKey } of copies.filter(isOver)) {
    copiesStore.delete([userId, hashKey(queryKey)]).catch(() => undefined);
  }
  return copies.filter((copy) => !isOver(copy));
}

/** Shows copies until the server's newer data has come. They stay in memory, whatever page is open. */
export function showCopies(client: QueryClient, copies: readonly Copy[]): void {
  for (const { queryKey, data, at } of copies) {
    const query = client
      .getQueryCache()
      .build(client, { queryKey, gcTime: Number.POSITIVE_INFINITY });
    query.setData(data, { updatedAt: at, manual: true });
    query.invalidate();
  }
}

/** Keeps a copy of what the server has sent and sends from now on. Returns what ends it. */
export function keepCopies(client: QueryClient, userId: number, role: Role | null): () => void {
  const cache = client.getQueryCache();
  const keep = ({ queryKey, queryHash, state }: Query) => {
    if (!isKept(queryKey, role)) return;
    const copy = { queryKey, data: state.data, at: state.dataUpdatedAt, build: readBuild() };
    // A device that is full keeps the copies that it has.
    copiesStore.put([userId, queryHash], copy).catch(() => undefined);
  };
  for (const query of cache.getAll()) {
    // Invalidated ones are copies themselves.
    if (query.state.data !== undefined && !query.state.isInvalidated) keep(query);
  }
  return cache.subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success') keep(event.query);
  });
}
