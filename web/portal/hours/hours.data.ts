import {
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { Role } from '#contract/access.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { listLedger } from '#contract/hours.ts';
import { listEmployees, ownEmployee, updateEmployee } from '#contract/users.ts';
import { call, callPage } from '#web/lib/api.ts';

const employeesQuery = queryOptions({
  queryKey: ['employees'],
  queryFn: ({ signal }) => call(listEmployees, {}, { signal }),
});

const ownQuery = queryOptions({
  queryKey: ['employees', 'me'],
  queryFn: async ({ signal }) => [await call(ownEmployee, {}, { signal })],
});

/** Whose hours this role sees: an admin everybody's, an employee the own. */
export function useHours(role: Role) {
  return useQuery(role === 'admin' ? employeesQuery : ownQuery);
}

const ledgerKey = ['hours-ledger'];
const pageSize = '25';

/** The changes of hours, newest first, page by page; of one employee when told. */
export function useLedger(employeeId: number | undefined) {
  return useInfiniteQuery({
    queryKey: [...ledgerKey, employeeId],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      callPage(
        listLedger,
        { query: { employee_id: employeeId, limit: pageSize, before: pageParam } },
        { signal },
      ),
    getNextPageParam: ({ next }) => next ?? undefined,
  });
}

/** Every change at once, for a file. */
export function useWholeLedger() {
  return useMutation({
    mutationFn: (employeeId: number | undefined) =>
      call(listLedger, { query: { employee_id: employeeId } }),
  });
}

interface HoursToSave {
  id: number;
  body: BodyOf<typeof updateEmployee>;
}

/** Sends the changed hours of one employee. */
export function saveHours({ id, body }: HoursToSave): Promise<unknown> {
  return call(updateEmployee, { params: { id }, body });
}

/** Reads hours and ledger again. */
export function useReloadHours(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await Promise.all([
      client.invalidateQueries({ queryKey: employeesQuery.queryKey }),
      client.invalidateQueries({ queryKey: ledgerKey }),
    ]);
  };
}
