import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  listDocumentTotals,
  listEarlierReceipts,
  listReceipts,
  listReceiptTotals,
  remindMissing,
} from '#contract/receipts.ts';
import { call } from '#web/lib/api/api.ts';
import { documentsKey } from '../live/live-keys.ts';

const receiptsKey = [...documentsKey, 'receipts'];

/** One document or one person, by id. */
export type Of = { file_id: number } | { user_id: number };

/** Receipts, missing ones first. */
export function useReceipts(of: Of) {
  return useQuery({
    queryKey: [...receiptsKey, of],
    queryFn: ({ signal }) => call(listReceipts, { query: of }, { signal }),
  });
}

const isAssigned = ({ assigned }: { assigned: number }) => assigned > 0;

/** Totals of each person who has documents. */
export function usePeopleTotals() {
  return useQuery({
    queryKey: [...receiptsKey, 'people'],
    queryFn: ({ signal }) => call(listReceiptTotals, {}, { signal }),
    select: (rows) => rows.filter(isAssigned),
  });
}

/** Totals of each document that is assigned to someone. */
export function useDocumentTotals() {
  return useQuery({
    queryKey: [...receiptsKey, 'documents'],
    queryFn: ({ signal }) => call(listDocumentTotals, {}, { signal }),
    select: (rows) => rows.filter(isAssigned),
  });
}

export function useEarlierReceipts(fileId: number, enabled: boolean) {
  return useQuery({
    queryKey: [...receiptsKey, 'earlier', fileId],
    queryFn: ({ signal }) => call(listEarlierReceipts, { params: { id: fileId } }, { signal }),
    enabled,
  });
}

/** Sends reminders of a document to everyone missing it, or of all missing documents to a person. */
export function useRemindMissing() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ of, idempotencyKey }: { of: Of; idempotencyKey: string }) =>
      call(remindMissing, { body: of }, { idempotencyKey }),
    onSettled: () => client.invalidateQueries({ queryKey: receiptsKey }),
  });
}
