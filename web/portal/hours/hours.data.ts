import {
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { listLedger } from '#contract/hours.ts';
import { type Employee, ownEmployee } from '#contract/users.ts';
import type { Role } from '#contract/wire/access.ts';
import { call, callPage } from '#web/lib/api.ts';
import { employeesQuery } from '../shared/users.data.ts';

const ownQuery = queryOptions({
  queryKey: ['employees', 'me'],
  queryFn: async ({ signal }) => [await call(ownEmployee, {}, { signal })],
});

/** Everyone's hours for admins, their own for employees. */
export function useHours(role: Role) {
  return useQuery(role === 'admin' ? employeesQuery : ownQuery);
}

const ledgerKey = ['hours-ledger'];
const pageSize = '25';

const ledgerQuery = (employeeId: number | undefined) =>
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
    select: ({ pages }) => pages.flatMap(({ rows }) => rows),
  });

/** The changes of hours, newest first, page by page: everyone's or one employee's. */
export function useLedger(employeeId: number | undefined) {
  return useInfiniteQuery(ledgerQuery(employeeId));
}

/** Starts the requests of `useHours` and of everyone's `useLedger`. */
export function loadHours(client: QueryClient, role: Role): void {
  void (role === 'admin' ? client.prefetchQuery(employeesQuery) : client.prefetchQuery(ownQuery));
  void client.prefetchInfiniteQuery(ledgerQuery(undefined));
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
