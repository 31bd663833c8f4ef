import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query';
import { listLedger } from '#contract/hours.ts';
import { hours as messages } from '#contract/messages/users.ts';
import { type Employee, ownEmployee, updateEmployee } from '#contract/users.ts';
import type { Role } from '#contract/wire/access.ts';
import { CallError } from '#contract/wire/endpoint.ts';
import { call, callPage } from '#web/lib/api/api.ts';
import { errorMessage } from '../shared/error-messages.ts';
import { employeesQuery } from '../shared/people/users.data.ts';
import { changedKeys, rowKey, type Sheet, type SheetBody } from './hours-sheet.ts';

const ownQuery = queryOptions({
  queryKey: ['employees', 'me'],
  queryFn: async ({ signal }) => [await call(ownEmployee, {}, { signal })],
  meta: { offline: true },
});

/** Everyone's hours for admins, their own for employees. */
export const hoursQuery = (role: Role) => (role === 'admin' ? employeesQuery : ownQuery);

const ledgerKey = ['hours-ledger'];
const pageSize = '25';

/** The changes of hours, newest first, page by page: everyone's or one employee's. */
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

/** Concurrent calls: fast for a full table, without delaying other users. */
const maxCalls = 4;

export interface SavedHours {
  /** The employees with the hours that were saved. */
  saved: Employee[];
  /** The rows that someone else has changed, as stored. */
  disputed: Sheet['rows'];
  /** The employees whose hours were not saved, with the reason. */
  failed: { id: number; reason: string }[];
}

/**
 * Saves the changed rows one by one, each against the version that it was typed over or `known` has; a row that fails
 * doesn't keep the others from being saved.
 */
export async function saveHours(
  changed: readonly Employee[],
  { reason, rows }: SheetBody,
  known: Sheet,
): Promise<SavedHours> {
  const result: SavedHours = { saved: [], disputed: {}, failed: [] };

  async function saveRow(employee: Employee): Promise<void> {
    const id = employee.employee_id;
    const key = rowKey(id);
    const typed = rows[key];
    const version = Math.max(typed?.version ?? 0, known.rows[key]?.version ?? 0);
    const changes = Object.fromEntries(
      changedKeys(employee, typed).map((name) => [name, typed?.[name]]),
    );
    try {
      await call(updateEmployee, { params: { id }, body: { ...changes, reason, version } });
      result.saved.push({ ...employee, ...changes, version: version + 1 });
    } catch (error) {
      const current = error instanceof CallError && (error.body.current as Employee | undefined);
      if (current) result.disputed[key] = current;
      const message = current ? messages.decide : errorMessage(error, messages.submitFailed);
      result.failed.push({ id, reason: message });
    }
  }

  const queue = [...changed];
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) await saveRow(next);
  };
  await Promise.all(Array.from({ length: maxCalls }, work));
  return result;
}
