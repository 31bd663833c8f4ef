import {
  type QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import {
  type Inquiry,
  inquiriesEvent,
  inquiryFigures,
  listInquiries,
  listInquiryEvents,
  readInquiry,
  updateInquiry,
} from '#contract/inquiries.ts';
import { inquiries as messages } from '#contract/messages/inquiries.ts';
import { inquiryStatusNames } from '#contract/messages/inquiry-office.ts';
import { isBlank } from '#contract/text/blank-text.ts';
import { type BodyOf, CallError } from '#contract/wire/endpoint.ts';
import { call } from '#web/lib/api/api.ts';
import { errorMessage } from '../shared/error-messages.ts';
import { useLiveUpdates } from '../shared/live/live-updates.ts';
import type { SaveTarget } from '../shared/records/use-record-form.ts';
import { toast } from '../shared/toast.tsx';
import type { Status } from './inquiry-labels.ts';

type Body = BodyOf<typeof updateInquiry>;

/** Every inquiry, newest first. */
export const inquiriesQuery = queryOptions({
  queryKey: ['inquiries'],
  queryFn: ({ signal }) => call(listInquiries, {}, { signal }),
});

/** Below the key of the list, so that a change reloads both. */
export const eventsQuery = (id: number) =>
  queryOptions({
    queryKey: ['inquiries', id, 'events'],
    queryFn: ({ signal }) => call(listInquiryEvents, { params: { id } }, { signal }),
  });

export const figuresQuery = queryOptions({
  queryKey: ['inquiries', 'figures'],
  queryFn: ({ signal }) => call(inquiryFigures, {}, { signal }),
});

/** Every inquiry, newest first; follows the changes of others. */
export function useInquiries() {
  const client = useQueryClient();
  useLiveUpdates({ [inquiriesEvent]: () => client.invalidateQueries(inquiriesQuery) });
  return useQuery(inquiriesQuery);
}

/** Returns an inquiry from the cached list. */
export function useLastRead(): (id: number) => Inquiry | undefined {
  const client = useQueryClient();
  return (id) => client.getQueryData(inquiriesQuery.queryKey)?.find((inquiry) => inquiry.id === id);
}

/**
 * Saves what was changed of some fields, and the note, then reloads the list. Rejects with 409 when someone else changed
 * one of these fields.
 */
export function useSaveInquiry<Name extends keyof Inquiry & keyof Body>(names: readonly Name[]) {
  const client = useQueryClient();
  return async (
    values: Body,
    { record }: SaveTarget<Pick<Inquiry, 'id' | 'version' | Name>>,
  ): Promise<{ message: string }> => {
    if (record === null) throw new Error('only visitors send inquiries');
    const differs = (other: Pick<Body, Name>, name: Name) =>
      JSON.stringify(other[name]) !== JSON.stringify(record[name]);
    const { note } = values;
    const changes = names.filter((name) => differs(values, name));
    const change = {
      ...(note !== undefined && !isBlank(note) && { note }),
      ...Object.fromEntries(changes.map((name) => [name, values[name]])),
    };
    const send = (version: number) => {
      const body = { ...change, ...(changes.length > 0 && { version }) };
      return call(updateInquiry, { params: { id: record.id }, body });
    };
    const reply = await send(record.version).catch((error: unknown) => {
      const current = error instanceof CallError && (error.body.current as Inquiry | undefined);
      if (!current || names.some((name) => differs(current, name))) throw error;
      return send(current.version);
    });
    await client.invalidateQueries(inquiriesQuery);
    return reply;
  };
}

/** Moves an inquiry to another status at once; a failure or conflict moves it back and says why. */
export function useMoveInquiry() {
  const client = useQueryClient();
  const { queryKey } = inquiriesQuery;
  const mutationKey = ['move inquiry'];
  const change = (id: number, changed: (one: Inquiry) => Partial<Inquiry>) =>
    client.setQueryData(queryKey, (known) =>
      known?.map((one) => (one.id === id ? { ...one, ...changed(one) } : one)),
    );
  return useMutation({
    mutationKey,
    // One after the other: a second move of a card needs the version that the first one made.
    scope: { id: 'move inquiry' },
    mutationFn: ({ inquiry, status }: { inquiry: Inquiry; status: Status }) => {
      const { id } = inquiry;
      const { version } = client.getQueryData(queryKey)?.find((one) => one.id === id) ?? inquiry;
      return call(updateInquiry, { params: { id }, body: { status, version } });
    },
    onMutate: async ({ inquiry, status }) => {
      toast.dismissAll();
      await client.cancelQueries(inquiriesQuery);
      change(inquiry.id, () => ({ status }));
    },
    onSuccess: (_, { inquiry, status }) => {
      change(inquiry.id, ({ version }) => ({ version: version + 1 }));
      toast.show(`${inquiry.company_name}: ${inquiryStatusNames[status]}`);
    },
    onError: (error, { inquiry }) => {
      change(inquiry.id, () => ({ status: inquiry.status }));
      toast.show(errorMessage(error, messages.updateFailed), 'error');
    },
    // The list would take back a move that still waits.
    onSettled: () =>
      client.isMutating({ mutationKey }) === 1
        ? client.invalidateQueries(inquiriesQuery)
        : undefined,
  });
}

/** Marks the sender's messages up to a note's id as read. A failure is tried again when they are next on the screen. */
export async function markInquiryRead(
  client: QueryClient,
  id: number,
  upTo: number,
): Promise<void> {
  try {
    await call(readInquiry, { params: { id }, body: { up_to: upTo } });
    await client.invalidateQueries({ ...inquiriesQuery, exact: true });
  } catch {}
}
