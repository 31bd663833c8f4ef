import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { driverFileEvent, listDriverDocuments, listDriverFile } from '#contract/driver-file.ts';
import type { DriverFileKind } from '#contract/driver-file-kinds.ts';
import { call } from '#web/lib/api/api.ts';
import { driverFileKey } from '../shared/driver-file/expired-drivers.data.ts';
import { useLiveUpdates } from '../shared/live/live-updates.ts';

/** The server decides by the token whose files these are. */
export const driverFilesQuery = queryOptions({
  queryKey: [...driverFileKey, 'files'],
  queryFn: ({ signal }) => call(listDriverFile, {}, { signal }),
  meta: { offline: true },
});

/** Driver files by name: for admins everyone's, for employees their own. They reload when one changes. */
export function useDriverFiles() {
  const client = useQueryClient();
  useLiveUpdates({
    [driverFileEvent]: () => client.invalidateQueries({ queryKey: driverFileKey }),
  });
  return useQuery(driverFilesQuery);
}

/** Every document of an item, newest first. */
export function useDriverDocuments(employeeId: number, kind: DriverFileKind) {
  return useQuery({
    queryKey: [...driverFileKey, 'documents', employeeId, kind],
    queryFn: ({ signal }) =>
      call(listDriverDocuments, { params: { employee_id: employeeId, kind } }, { signal }),
    meta: { offline: true },
  });
}
