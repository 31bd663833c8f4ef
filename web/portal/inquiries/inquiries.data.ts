import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BodyOf } from '#contract/endpoint.ts';
import { listInquiries, updateInquiry } from '#contract/inquiries.ts';
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

/** Saves status and note; a stale version is refused with the inquiry as it is now. */
export function useUpdateInquiry() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, body }: InquiryChange) => call(updateInquiry, { params: { id }, body }),
    onSettled: () => client.invalidateQueries(inquiriesQuery),
  });
}
