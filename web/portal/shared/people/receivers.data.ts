import { useQuery } from '@tanstack/react-query';
import { listReceivers, type Receiver } from '#contract/chat.ts';
import { accountKey } from '#contract/text/text-fold.ts';
import { call } from '#web/lib/api/api.ts';

/** How a list knows a person. */
export type ReceiverKey = Partial<
  Record<'userId' | 'employeeId', number | null> & { directoryEmail: string }
>;

/** Milliseconds that the loaded accounts are used on further pages. */
const staleTime = 60_000;

/** The receivers by each of their keys, each with the name of its kind. */
function byKey(receivers: readonly Receiver[]): ReadonlyMap<string, Receiver> {
  return new Map(
    receivers.flatMap((receiver) => keysOf(receiver).map((key) => [key, receiver] as const)),
  );
}

function keysOf({ userId, employeeId, directoryEmail }: ReceiverKey | Receiver): string[] {
  return [
    userId != null && `user ${userId}`,
    employeeId != null && `employee ${employeeId}`,
    directoryEmail != null && `email ${accountKey(directoryEmail)}`,
  ].filter((key) => key !== false);
}

/** The account of a person, if the user can write to them. */
export function useReceiver(by: ReceiverKey): Receiver | undefined {
  const { data } = useQuery({
    queryKey: ['receivers'],
    queryFn: ({ signal }) => call(listReceivers, {}, { signal }),
    select: byKey,
    staleTime,
  });
  return keysOf(by)
    .map((key) => data?.get(key))
    .find((receiver) => receiver !== undefined);
}
