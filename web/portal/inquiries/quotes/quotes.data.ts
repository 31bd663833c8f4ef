import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type * as z from 'zod/mini';
import { getInquiryLink, makeInquiryLink } from '#contract/inquiry-status.ts';
import {
  copyQuote,
  createQuote,
  type Quote,
  type quoteInput,
  sendQuote,
  updateQuote,
} from '#contract/quotes.ts';
import { CallError } from '#contract/wire/endpoint.ts';
import { call } from '#web/lib/api/api.ts';
import type { SaveTarget } from '../../shared/records/use-record-form.ts';
import { useIdempotencyKey, useKeyedSend } from '../../shared/records/use-send-once.ts';
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

/** Sends a quote as it is shown; a retry after a lost response repeats the first try. */
export function useSendQuote() {
  const client = useQueryClient();
  const key = useIdempotencyKey();
  const version = useRef<number | null>(null);
  return useMutation({
    mutationFn: async (quote: Quote) => {
      version.current ??= quote.version;
      const input = { params: { id: quote.quote_id }, body: { version: version.current } };
      try {
        return await call(sendQuote, input, { idempotencyKey: key.current() });
      } catch (error) {
        // Without a status the answer was lost, and it may have been sent.
        if (!(error instanceof CallError) || error.status === 0 || error.status >= 500) throw error;
        version.current = null;
        key.renew();
        throw error;
      }
    },
    onSuccess: () => {
      version.current = null;
      key.renew();
    },
    onSettled: () => client.invalidateQueries(inquiriesQuery),
  });
}

/** Copies a quote to a new draft. */
export function useCopyQuote() {
  const client = useQueryClient();
  const copy = useKeyedSend((id, idempotencyKey) =>
    call(copyQuote, { params: { id } }, { idempotencyKey }),
  );
  return useMutation({
    mutationFn: copy,
    onSettled: () => client.invalidateQueries(inquiriesQuery),
  });
}

/** The link to the customer's page: read, replaced by a new one, or ended. */
export function useInquiryLink(id: number) {
  const params = { id };
  return useMutation({
    mutationFn: (change: 'read' | 'replace' | 'revoke') =>
      change === 'read'
        ? call(getInquiryLink, { params })
        : call(makeInquiryLink, { params, body: { revoke: change === 'revoke' } }),
  });
}
