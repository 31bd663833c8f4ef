import { type QueryKey, useInfiniteQuery } from '@tanstack/react-query';
import { readToken } from '#web/lib/session.ts';

interface Page<Row> {
  rows: Row[];
  /** Pass it as `before` for the following page; null at the end. */
  next: string | null;
}

type FetchPage<Row> = (before: string, signal?: AbortSignal) => Promise<Page<Row>>;

/** Milliseconds for which a prefetched page is used. */
const maxAgeMs = 5000;

/** The first page of a list, fetched while the scripts of its screen are still loading. */
export class PrefetchedPage<Row> {
  readonly #fetchPage: FetchPage<Row>;
  #fetched: { page: Promise<Page<Row>>; token: string | null; at: number } | null = null;

  constructor(fetchPage: FetchPage<Row>) {
    this.#fetchPage = fetchPage;
  }

  fetch(): void {
    const page = this.#fetchPage('');
    // The caller of `take` handles the error.
    page.catch(() => undefined);
    this.#fetched = { page, token: readToken(), at: Date.now() };
  }

  /** Returns the page once; null when there is none, or it is stale or of another user. */
  take(): Promise<Page<Row>> | null {
    const taken = this.#fetched;
    this.#fetched = null;
    const isUsable = taken?.token === readToken() && Date.now() - taken.at < maxAgeMs;
    return taken && isUsable ? taken.page : null;
  }
}

interface PagedListOptions<Row> {
  queryKey: QueryKey;
  /** `before` is '' for the first page. */
  fetchPage: FetchPage<Row>;
  prefetched?: PrefetchedPage<Row>;
}

/** A list in pages, newest first. It reloads when its screen opens, because hidden screens get no live updates. */
export function usePagedList<Row>({ queryKey, fetchPage, prefetched }: PagedListOptions<Row>) {
  return useInfiniteQuery({
    queryKey,
    queryFn: ({ client, signal, pageParam }) => {
      // A reload follows a live update, which a prefetched page may predate.
      const isFirst = pageParam === '' && client.getQueryData(queryKey) === undefined;
      return (isFirst && prefetched?.take()) || fetchPage(pageParam, signal);
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    meta: { offline: true },
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
    select: ({ pages }): Row[] => pages.flatMap(({ rows }) => rows),
  });
}
