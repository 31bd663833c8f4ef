import { infiniteQueryOptions, type QueryClient, useInfiniteQuery } from '@tanstack/react-query';
import { type Document, type DocumentKind, documentCalls } from '#contract/documents.ts';
import type { Role } from '#contract/wire/access.ts';
import { callPage } from '#web/lib/api/api.ts';
import { documentsKey } from '../live/live-keys.ts';
import { usersQuery } from '../people/users.data.ts';

/** Rows per page: a small first one shows soon, large ones complete a search. */
const pages = { first: '100', next: '500' };

function keyOf(kind: DocumentKind) {
  return [...documentsKey, kind] as const;
}

const documentsQuery = (kind: DocumentKind, role: Role) =>
  infiniteQueryOptions({
    queryKey: [...keyOf(kind), role],
    queryFn: ({ signal, pageParam }) => {
      const first = role === 'admin' ? { limit: pages.first } : {};
      const query = pageParam === '' ? first : { limit: pages.next, before: pageParam };
      return callPage(documentCalls[kind].list, { query }, { signal });
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    // Files open in another tab; their receipts show on return.
    refetchOnWindowFocus: 'always',
    meta: { offline: true },
    select: ({ pages: read }): Document[] => read.flatMap(({ rows }) => rows),
  });

/** The files of a kind, newest first: an admin's in pages, an employee's own in one request. */
export function useDocuments(kind: DocumentKind, role: Role) {
  return useInfiniteQuery(documentsQuery(kind, role));
}

/** The first requests of a page of documents. */
export const documentRequests = (kind: DocumentKind) => (client: QueryClient, role: Role) => [
  client.ensureInfiniteQueryData(documentsQuery(kind, role)),
  ...(role === 'admin' ? [client.ensureQueryData(usersQuery)] : []),
];
