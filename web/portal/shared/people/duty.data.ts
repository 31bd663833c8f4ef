import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { dutyEvent, listDuty } from '#contract/duty.ts';
import { call } from '#web/lib/api/api.ts';
import { useLiveUpdates } from '../live/live-updates.ts';

/** Milliseconds after the end of a duty until the list is loaded again: clocks differ. */
const marginMs = 1000;

export const dutyKey = ['duty'];

const dutyQuery = queryOptions({
  queryKey: dutyKey,
  queryFn: ({ signal }) => call(listDuty, {}, { signal }),
  select: (rows) => new Map(rows.map(({ user_id, until }) => [user_id, until])),
  // A duty ends by itself.
  refetchInterval: ({ state: { data = [] } }) =>
    data.length > 0 &&
    Math.max(0, Math.min(...data.map(({ until }) => Date.parse(until))) - Date.now()) + marginMs,
});

const nobody: ReadonlyMap<number, string> = new Map();

/** The admins on duty, each until when. */
export function useDuty(): ReadonlyMap<number, string> {
  return useQuery(dutyQuery).data ?? nobody;
}

/** The same, reloaded when someone goes on or off duty; once on a page. */
export function useLiveDuty(): ReadonlyMap<number, string> {
  const client = useQueryClient();
  useLiveUpdates({ [dutyEvent]: () => client.invalidateQueries(dutyQuery) });
  return useDuty();
}
