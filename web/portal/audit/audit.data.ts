import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { listAudit } from '#contract/audit.ts';
import { callPage } from '#web/lib/api.ts';
import type { AuditFilter } from './audit-filter-values.ts';

/** The entries that fit, newest first, 100 at a time. */
export function useAudit(filter: AuditFilter) {
  return useInfiniteQuery({
    queryKey: ['audit', filter],
    queryFn: ({ signal, pageParam }) => {
      const asked = Object.entries({ ...filter, before: pageParam });
      const query = Object.fromEntries(asked.filter(([, value]) => value !== ''));
      return callPage(listAudit, { query }, { signal });
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });
}
