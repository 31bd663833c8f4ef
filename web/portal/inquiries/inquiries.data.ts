import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { type Inquiry, listInquiries, updateInquiry } from '#contract/inquiries.ts';
import { isBlank } from '#contract/text/blank-text.ts';
import { type BodyOf, CallError } from '#contract/wire/endpoint.ts';
import { call } from '#web/lib/api/api.ts';
import type { SaveTarget } from '../shared/records/use-record-form.ts';

/** Every inquiry, newest first. */
export const inquiriesQuery = queryOptions({
  queryKey: ['inquiries'],
  queryFn: ({ signal }) => call(listInquiries, {}, { signal }),
});

/** The base record of the inquiry form. */
export type InquiryBase = Pick<Inquiry, 'id' | 'status' | 'version'>;

/** Returns an inquiry from the cached list. */
export function useLastRead(): (id: number) => Inquiry | undefined {
  const client = useQueryClient();
  return (id) => client.getQueryData(inquiriesQuery.queryKey)?.find((inquiry) => inquiry.id === id);
}

/** Saves status and note, then reloads the list. Rejects with 409 when someone else changed the status. */
export function useSaveInquiry() {
  const client = useQueryClient();
  return async (
    { status, note }: BodyOf<typeof updateInquiry>,
    { record }: SaveTarget<InquiryBase>,
  ): Promise<{ message: string }> => {
    if (record === null) throw new Error('only visitors send inquiries');
    const isMoved = status !== undefined && status !== record.status;
    const change = {
      ...(note !== undefined && !isBlank(note) && { note }),
      ...(isMoved && { status }),
    };
    const send = (version: number) => {
      const body = { ...change, ...(isMoved && { version }) };
      return call(updateInquiry, { params: { id: record.id }, body });
    };
    const reply = await send(record.version).catch((error: unknown) => {
      // Someone else added a note: only a changed status is a conflict.
      const current = error instanceof CallError && (error.body.current as Inquiry | undefined);
      if (!current || current.status !== record.status) throw error;
      return send(current.version);
    });
    await client.invalidateQueries(inquiriesQuery);
    return reply;
  };
}
