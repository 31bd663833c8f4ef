import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Role } from '#contract/access.ts';
import { type Document, type DocumentKind, documentCalls } from '#contract/documents.ts';
import { call, callPage } from '#web/lib/api.ts';
import { documentsKey } from '../files/documents-key.ts';

/** The first page is small, so that it is there at once; who reads on or searches wants the rest soon. */
const pages = { first: '100', next: '500' };

function keyOf(kind: DocumentKind) {
  return [...documentsKey, kind] as const;
}

/** The files of a kind, newest first: an admin's in pages, an employee's own at once. */
export function useDocuments(kind: DocumentKind, role: Role) {
  return useInfiniteQuery({
    queryKey: [...keyOf(kind), role],
    queryFn: ({ signal, pageParam }) => {
      const first = role === 'admin' ? { limit: pages.first } : {};
      const query = pageParam === '' ? first : { limit: pages.next, before: pageParam };
      return callPage(documentCalls[kind].list, { query }, { signal });
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    // A file was opened in another tab: its receipt is there when the person comes back.
    refetchOnWindowFocus: 'always',
    select: ({ pages: read }): Document[] => read.flatMap(({ rows }) => rows),
  });
}

/** Reads the files again and what depends on them, and the people: one of them may be why a write was refused. */
export function useReloadDocuments(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await Promise.all([
      client.invalidateQueries({ queryKey: documentsKey }),
      client.invalidateQueries({ queryKey: ['users'] }),
    ]);
  };
}

/** Deletes a file. */
export function useDeleteDocument(kind: DocumentKind) {
  const reload = useReloadDocuments();
  return useMutation({
    mutationFn: (id: number) => call(documentCalls[kind].remove, { params: { id } }),
    onSettled: reload,
  });
}
