import { useQuery } from '@tanstack/react-query';
import { listReceivers, type Receiver } from '#contract/chat.ts';
import { call } from '#web/lib/api.ts';

/** How a list knows a person. */
export type ReceiverKey = Partial<
  Record<'userId' | 'employeeId', number | null> & { directoryEmail: string }
>;

/** Milliseconds that the loaded accounts are used on further pages. */
const staleTime = 60_000;

/** The account of a person, if the user can write to them. */
export function useReceiver({ userId, employeeId, directoryEmail }: ReceiverKey) {
  const { data } = useQuery({
    queryKey: ['receivers'],
    queryFn: ({ signal }) => call(listReceivers, {}, { signal }),
    staleTime,
  });
  const is = (receiver: Receiver) =>
    (userId != null && receiver.userId === userId) ||
    (employeeId != null && receiver.employeeId === employeeId) ||
    (directoryEmail !== undefined && receiver.directoryEmail === directoryEmail.toLowerCase());
  return data?.find(is);
}
