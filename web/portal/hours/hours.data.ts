import {
  infiniteQueryOptions,
  queryOptions,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { listLedger } from '#contract/hours.ts';
import { type Employee, ownEmployee } from '#contract/users.ts';
import type { Role } from '#contract/wire/access.ts';
import { call, callPage } from '#web/lib/api/api.ts';
import { employeesQuery } from '../shared/people/users.data.ts';

const ownQuery = queryOptions({
  queryKey: ['employees', 'me'],
  queryFn: async ({ signal }) => [await call(ownEmployee, {}, { signal })],
  meta: { offline: true },
});

/** Everyone's hours for admins, their own for employees. */
export const hoursQuery = (role: Role) => (role === 'admin' ? employeesQuery : ownQuery);

export function useHours(role: Role) {
  return useQuery(hoursQuery(role));
}

const ledgerKey = ['hours-ledger'];
const pageSize = '25';

export const ledgerQuery = (employeeId?: number) =>
  infiniteQueryOptions({
    queryKey: [...ledgerKey, employeeId],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      callPage(
        listLedger,
        { query: { employee_id: employeeId, limit: pageSize, before: pageParam } },
        { signal },
      ),
    getNextPageParam: ({ next }) => next ?? undefined,
    meta: { offline: true },
    select: ({ pages }) => pages.flatMap(({ rows }) => rows),
  });

/** The changes of hours, newest first, page by page: everyone's or one employee's. */
export function useLedger(employeeId: number | undefined) {
  return useInfiniteQuery(ledgerQuery(employeeId));
}

/** Shows hours that were saved, and reloads hours and ledger. */
export function useHoursCache() {
  const client = useQueryClient();
  return {
    show: (saved: readonly Employee[]) =>
      client.setQueryData(employeesQuery.queryKey, (list) =>
        list?.map((one) => saved.find(({ employee_id }) => employee_id === one.employee_id) ?? one),
      ),
    reload: async () => {
      await Promise.all([
        client.invalidateQueries({ queryKey: employeesQuery.queryKey }),
        client.invalidateQueries({ queryKey: ledgerKey }),
      ]);
    },
  };
}
