import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { hoursEvent } from '#contract/hours.ts';
import {
  createTimeOff,
  getTimeOff,
  getTimeOffBalance,
  getTimeOffCalendar,
  listTimeOff,
  renewTimeOffCalendar,
  type TimeOffStatus,
  timeOffEvent,
  updateTimeOff,
} from '#contract/time-off.ts';
import type { Role } from '#contract/wire/access.ts';
import type { BodyOf } from '#contract/wire/endpoint.ts';
import { call, callPage } from '#web/lib/api/api.ts';
import { useLiveUpdates } from '../shared/live/live-updates.ts';
import { pressOrWait, sendOrWait } from '../shared/offline/outbox-of.ts';
import { useCurrentUser } from '../shared/people/current-user.data.ts';
import { pagedList } from '../shared/records/paged-list.ts';
import type { SaveTarget } from '../shared/records/use-record-form.ts';

/** Of every list, balance and request: a decision changes them together. */
export const timeOffKey = ['time-off'];

/** The undecided requests, newest first. */
export const pendingQuery = queryOptions({
  queryKey: [...timeOffKey, 'pending'],
  queryFn: ({ signal }) => call(listTimeOff, { query: { status: 'requested' } }, { signal }),
});

/** Without an employee the caller's. */
export const balanceQuery = (employeeId?: number) =>
  queryOptions({
    queryKey: [...timeOffKey, 'balance', employeeId],
    queryFn: ({ signal }) =>
      call(getTimeOffBalance, { query: { employee_id: employeeId } }, { signal }),
    meta: { offline: true },
  });

/** Admins name an employee; employees get their own anyway. */
export const ownQuery = (employeeId?: number) =>
  queryOptions({
    queryKey: [...timeOffKey, 'own', employeeId],
    queryFn: ({ signal }) => call(listTimeOff, { query: { employee_id: employeeId } }, { signal }),
    meta: { offline: true },
  });

/** The PTO balance of the caller, who has an employee record, or for an admin of an employee. */
export function useBalance(employeeId?: number, enabled = true) {
  return useQuery({ ...balanceQuery(employeeId), enabled });
}

/** The time off of the caller, who has an employee record, or for an admin of an employee, newest first. */
export function useOwnTimeOff(role: Role, other?: number) {
  const own = useCurrentUser(role === 'admin').data?.employee_id ?? undefined;
  const employeeId = other ?? own;
  return useQuery({
    ...ownQuery(role === 'admin' ? employeeId : undefined),
    enabled: role === 'employee' || employeeId !== undefined,
  });
}

/** Requested and approved time off that touches these days. */
export function useAway(from: string, to: string, enabled = true) {
  return useQuery({
    queryKey: [...timeOffKey, 'away', from, to],
    queryFn: ({ signal }) => call(listTimeOff, { query: { from, to } }, { signal }),
    select: (rows) => rows.filter(({ status }) => status === 'requested' || status === 'approved'),
    meta: { offline: true },
    placeholderData: keepPreviousData,
    enabled,
  });
}

const pageSize = '25';

/** Everyone's time off in pages, newest first. */
export function useAllTimeOff(status: TimeOffStatus | '') {
  return useInfiniteQuery(
    pagedList({
      queryKey: [...timeOffKey, 'all', status],
      fetchPage: (before, signal) =>
        callPage(
          listTimeOff,
          { query: { limit: pageSize, before, ...(status && { status }) } },
          { signal },
        ),
    }),
  );
}

/** One request, for admins with the balance and who else is away. */
export function useTimeOff(id: number) {
  return useQuery({
    queryKey: [...timeOffKey, 'one', id],
    queryFn: ({ signal }) => call(getTimeOff, { params: { id } }, { signal }),
    meta: { offline: true },
    retry: false,
  });
}

export function sendRequest(
  client: QueryClient,
  body: BodyOf<typeof createTimeOff>,
  { idempotencyKey }: SaveTarget<{ version: number }>,
) {
  return sendOrWait(client, createTimeOff, { body }, { idempotencyKey });
}

interface Decision extends BodyOf<typeof updateTimeOff> {
  id: number;
}

export function decide({ id, ...body }: Decision) {
  return call(updateTimeOff, { params: { id }, body });
}

/** Decides without a form; an employee's cancellation may wait on the device, with null. */
export function useDecide() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...body }: Decision) =>
      pressOrWait(client, updateTimeOff, { params: { id }, body }),
    onSettled: () => client.invalidateQueries({ queryKey: timeOffKey }),
  });
}

const calendarKey = ['time-off-calendar'];

export function useCalendar() {
  return useQuery({
    queryKey: calendarKey,
    queryFn: ({ signal }) => call(getTimeOffCalendar, {}, { signal }),
  });
}

export function useRenewCalendar() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(renewTimeOffCalendar),
    onSuccess: ({ path }) => client.setQueryData(calendarKey, { path }),
  });
}

/** Reloads after changes made elsewhere, and after each gap of the connection. */
export function useTimeOffLive(): void {
  const client = useQueryClient();
  const reload = () => client.invalidateQueries({ queryKey: timeOffKey });
  useLiveUpdates({ [timeOffEvent]: reload, [hoursEvent]: reload });
}
