import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { listAudit } from '#contract/audit.ts';
import { callPage } from '#web/lib/api/api.ts';

/** The matching entries, newest first, 100 per page. */
export function useAudit(filter: AuditFilter) {
  return useInfiniteQuery({
    queryKey: ['audit', filter],
    queryFn: async ({ signal, pageParam }) => {
      const read = (before: string) => {
        const given = Object.entries({ ...filter, before });
        const query = Object.fromEntries(given.filter(([, value]) => value !== ''));
        return callPage(listAudit, { query }, { signal });
      };
      let page = await read(pageParam);
      // The server searches a part of the log per call.
      while (page.rows.length === 0 && page.next) page = await read(page.next);
      return page;
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => pages.flatMap(({ rows }) => rows),
    placeholderData: keepPreviousData,
  });
}

/** Filter names on the wire and in the URL; '' means no filter. */
export const filterNames = ['q', 'user_id', 'target_kind', 'target_id', 'from', 'to'] as const;

export type AuditFilter = Record<(typeof filterNames)[number], string>;

/** Reads the filter from the URL. */
export function filterOf(params: URLSearchParams): AuditFilter {
  return Object.fromEntries(
    filterNames.map((name) => [name, params.get(name) ?? '']),
  ) as AuditFilter;
}

/** The URL parameters of a filter. */
export function paramsOf(filter: AuditFilter): URLSearchParams {
  return new URLSearchParams(Object.entries(filter).filter(([, value]) => value !== ''));
}
