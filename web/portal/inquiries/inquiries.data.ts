import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BodyOf } from '#contract/endpoint.ts';
import { type Inquiry, listInquiries, updateInquiry } from '#contract/inquiries.ts';
import { call } from '#web/lib/api.ts';

const inquiriesQuery = queryOptions({
  queryKey: ['inquiries'],
  queryFn: ({ signal }) => call(listInquiries, {}, { signal }),
});

/** The whole inbox, newest first. */
export function useInquiries() {
  return useQuery(inquiriesQuery);
}

interface InquiryChange {
  id: number;
  body: BodyOf<typeof updateInquiry>;
}

/** Looks an inquiry up in the list as it was read last. */
export function useLastRead(): (id: number) => Inquiry | undefined {
  const client = useQueryClient();
  return (id) => client.getQueryData(inquiriesQuery.queryKey)?.find((inquiry) => inquiry.id === id);
}

/** Saves status and note and reads the list again; a stale version is refused with the inquiry as it is now. */
export function useUpdateInquiry() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, body }: InquiryChange) => call(updateInquiry, { params: { id }, body }),
    onSettled: () => client.invalidateQueries(inquiriesQuery),
  });
}
