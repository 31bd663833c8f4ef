import { queryOptions } from '@tanstack/react-query';
import { searchLength, searchPortal } from '#contract/search.ts';
import { call } from '#web/lib/api/api.ts';

/** What the server finds; a new text cancels the call of the one before. */
export const searchQuery = (q: string) =>
  queryOptions({
    queryKey: ['search', q],
    queryFn: ({ signal }) => call(searchPortal, { query: { q } }, { signal }),
    enabled: q.length >= searchLength.min,
    retry: false,
  });
