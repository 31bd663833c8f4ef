import { useMutation, useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { makeInquiryLink } from '#contract/inquiry-status.ts';
import {
  createQuote,
  type Quote,
  type quoteInput,
  sendQuote,
  updateQuote,
} from '#contract/quotes.ts';
import { call } from '#web/lib/api/api.ts';
import type { SaveTarget } from '../../shared/records/use-record-form.ts';
import { inquiriesQuery } from '../inquiries.data.ts';

/** Saves a draft: a new one of the inquiry, or a change of the one that is open. */
export const saveQuoteOf =
  (inquiryId: number) =>
  (
    body: z.output<typeof quoteInput>,
    { record, idempotencyKey }: SaveTarget<Quote>,
  ): Promise<{ message: string }> =>
    record === null
      ? call(createQuote, { params: { id: inquiryId }, body }, { idempotencyKey })
      : call(updateQuote, {
          params: { id: record.quote_id },
          body: { ...body, version: record.version },
        });

export function useSendQuote() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call(sendQuote, { params: { id } }),
    onSettled: () => client.invalidateQueries(inquiriesQuery),
  });
}

/** Makes a new link to the customer's page, or with `revoke` ends the one there is. */
export function useInquiryLink(id: number) {
  return useMutation({
    mutationFn: (revoke: boolean) => call(makeInquiryLink, { params: { id }, body: { revoke } }),
  });
}
