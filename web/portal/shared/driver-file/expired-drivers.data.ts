import { useQuery } from '@tanstack/react-query';
import { type ExpiredDriver, listExpiredDrivers } from '#contract/driver-file.ts';
import { accountKey } from '#contract/text/text-fold.ts';
import { call } from '#web/lib/api/api.ts';
import { useSession } from '#web/lib/session/session.ts';

/** The prefix of all queries of driver files, which reload together. */
export const driverFileKey = ['driver-file'];

/** Finds the expired documents of a person by employee or email; nothing for employees and while it loads. */
export function useExpiredDrivers(): (by: Partial<ExpiredDriver>) => ExpiredDriver | undefined {
  const { data } = useQuery({
    queryKey: [...driverFileKey, 'expired'],
    queryFn: ({ signal }) => call(listExpiredDrivers, {}, { signal }),
    enabled: useSession().role === 'admin',
  });
  return ({ employee_id, email }) =>
    data?.find((driver) =>
      employee_id === undefined
        ? email !== undefined && driver.email === accountKey(email)
        : driver.employee_id === employee_id,
    );
}
