import { hashKey, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query';
import type { Role } from '#contract/wire/access.ts';
import { deviceStore } from '#web/lib/device/device-store.ts';
import { readBuild } from '#web/lib/navigation/route-files.ts';
import { currentUserQuery } from '../people/current-user.data.ts';

declare module '@tanstack/react-query' {
  interface Register {
    /** `offline`: what an employee last saw of it is kept on their device. */
    queryMeta: { offline?: boolean };
  }
}

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
    const query = client.getQueryCache().build(client, {
      queryKey,
      gcTime: Number.POSITIVE_INFINITY,
      meta: { offline: true },
    });
    query.setData(data, { updatedAt: at, manual: true });
    query.invalidate();
  }
}

/** Keeps a copy of what the server has sent and sends from now on. Returns what ends it. */
export function keepCopies(client: QueryClient, userId: number, role: Role | null): () => void {
  const cache = client.getQueryCache();
  const keep = ({ queryKey, queryHash, state, meta }: Query) => {
    // An employee's data is their own; an admin's is everybody's, but for the account's own name.
    if (!meta?.offline || (role !== 'employee' && queryKey[0] !== currentUserQuery.queryKey[0])) {
      return;
    }
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
