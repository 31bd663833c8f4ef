import { useEffect } from 'react';

interface Pages {
  hasNextPage: boolean;
  isFetching: boolean;
  isError: boolean;
  fetchNextPage: () => unknown;
}

/** Reads the next page of a list as long as somebody needs it. */
export function useReadOn(
  { hasNextPage, isFetching, isError, fetchNextPage }: Pages,
  needed: boolean,
): void {
  const needsMore = hasNextPage && needed;
  useEffect(() => {
    if (needsMore && !isFetching && !isError) void fetchNextPage();
  }, [needsMore, isFetching, isError, fetchNextPage]);
}
