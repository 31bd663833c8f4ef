import type { UseQueryResult } from '@tanstack/react-query';
import { Fragment, type ReactNode, useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { general } from '#contract/messages/general.ts';
import { t } from '#contract/text/languages.ts';
import { CallError } from '#contract/wire/endpoint.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { useConnectionState } from '../live/live-updates.ts';
import { FailedList } from './failed-list.tsx';
import { useGrowingList } from './use-growing-list.ts';

type ListQuery<Row> = Pick<
  UseQueryResult<Row[]>,
  'data' | 'error' | 'isError' | 'isFetching' | 'isPending' | 'refetch'
> &
  Partial<Pick<PagedQuery, 'isFetchNextPageError' | 'fetchNextPage'>>;

/** What a list needs of an infinite query. */
export interface PagedQuery {
  hasNextPage: boolean;
  isFetching: boolean;
  isError: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => unknown;
}

interface RecordListProps<Row> {
  query: ListQuery<Row>;
  /** Without `none` an empty list is passed to `children`. */
  messages: { loading?: string; fetchFailed: string; none?: string };
  /** Lines of the skeleton. */
  lines?: number;
  /** What will appear here and how to make it appear. */
  emptyHint?: ReactNode;
  emptyAction?: ReactNode;
  /** Renders the list. */
  children: (list: readonly Row[]) => ReactNode;
}

/** The four states of a list: loading, failed, empty, loaded. A failed reload is shown above the list. */
export function RecordList<Row>({
  query,
  messages,
  lines = 8,
  emptyHint,
  emptyAction,
  children,
}: RecordListProps<Row>) {
  const connection = useConnectionState();
  // The shell says how old the data is.
  const isOffline =
    query.data !== undefined &&
    connection !== 'connected' &&
    query.error instanceof CallError &&
    query.error.status === 0;
  if (query.isPending)
    return <Skeleton label={messages.loading ?? general.loading} labelVisible lines={lines} />;
  const refetch = () => (query.isFetchNextPageError ? query.fetchNextPage?.() : query.refetch());
  const failed = query.isError && !isOffline && (
    <FailedList fallback={messages.fetchFailed} query={{ ...query, refetch }} />
  );
  if (query.data === undefined) return failed;
  if (query.data.length === 0 && messages.none) {
    return (
      <EmptyState action={emptyAction} title={messages.none}>
        {emptyHint}
      </EmptyState>
    );
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {failed}
      {children(query.data)}
    </div>
  );
}

interface FilteredListProps<Row> {
  /** The filtered rows. */
  rows: readonly Row[];
  keyOf: (row: Row) => number | string;
  /** When it changes, the list starts over at its first rows. */
  resetKey?: string;
  /** Shown when no row matches; omit both without a filter. */
  noMatch?: string;
  onShowAll?: () => void;
  className?: string;
  /** The accessible name of the `<ul>`. */
  label?: string;
  /** Renders the element around the rows, such as a table; by default `<ul>`. */
  container?: (rows: ReactNode) => ReactNode;
  /** The URL parameter that may name a row: the list is shown as far as that. */
  param?: string;
  /** The query of a list that is loaded in pages: a search loads them all, else the view does. */
  pages?: PagedQuery & { isSearched?: boolean };
  /** Renders a row, in a `<ul>` as `<li>`. */
  children: (row: Row, index: number) => ReactNode;
}

/** Renders rows as they scroll into view, and a Show all button when none matches. */
export function FilteredList<Row>({
  rows,
  keyOf,
  resetKey = '',
  noMatch = '',
  onShowAll,
  className,
  label,
  container = (list) => (
    <ul aria-label={label} className={className}>
      {list}
    </ul>
  ),
  param = '',
  pages,
  children,
}: FilteredListProps<Row>) {
  const { count: grown, showMore, end } = useGrowingList(resetKey);
  const linked = useSearchParams()[0].get(param);
  const linkedAt = rows.findIndex((row) => String(keyOf(row)) === linked);
  const count = Math.max(grown, linkedAt + 1);
  const isSought = linked !== null && linkedAt < 0;
  const hasNextPage = pages?.hasNextPage ?? false;
  useNextPage(pages, pages?.isSearched || isSought || count >= rows.length);
  if (rows.length === 0 && noMatch && !hasNextPage) {
    const showAll = (
      <Button onClick={onShowAll} variant="secondary">
        {t('Show all', 'Ver todo')}
      </Button>
    );
    return <EmptyState action={showAll} title={noMatch} />;
  }
  return (
    <>
      {rows.length > 0 &&
        container(
          rows
            .slice(0, count)
            .map((row, index) => <Fragment key={keyOf(row)}>{children(row, index)}</Fragment>),
        )}
      {(rows.length > count || hasNextPage) && (
        <div className="print:hidden" ref={end}>
          <Button busy={pages?.isFetching ?? false} onClick={showMore} variant="secondary">
            {t('Show more', 'Ver más')}
          </Button>
        </div>
      )}
    </>
  );
}

/** Loads the next page while it is needed; after a failure the person tries again. */
function useNextPage(pages: PagedQuery | undefined, isNeeded: boolean): void {
  const { hasNextPage, isFetching, isError, fetchNextPage } = pages ?? {};
  const isDue = hasNextPage && isNeeded && !isFetching && !isError;
  useEffect(() => {
    if (isDue) void fetchNextPage?.();
  }, [isDue, fetchNextPage]);
}
