import { infiniteQueryOptions, type QueryKey } from '@tanstack/react-query';

interface Page<Row> {
  rows: Row[];
  /** Pass it as `before` for the following page; null at the end. */
  next: string | null;
}

interface PagedListOptions<Row> {
  queryKey: QueryKey;
  /** `before` is '' for the first page. */
  fetchPage: (before: string, signal?: AbortSignal) => Promise<Page<Row>>;
}

/** A list in pages, newest first. It reloads when its screen opens, because hidden screens get no live updates. */
export function pagedList<Row>({ queryKey, fetchPage }: PagedListOptions<Row>) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ signal, pageParam }) => fetchPage(pageParam, signal),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    meta: { offline: true },
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
    select: ({ pages }): Row[] => pages.flatMap(({ rows }) => rows),
  });
}
