import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  listDocumentTotals,
  listEarlierReceipts,
  listReceipts,
  listReceiptTotals,
  remindMissing,
} from '#contract/receipts.ts';
import { call } from '#web/lib/api.ts';
import { documentsKey } from '../documents/documents.data.ts';

const receiptsKey = [...documentsKey, 'receipts'];

/** Of one document or of one person, by id. */
export type Of = { file_id: number } | { user_id: number };

/** Who has seen what, the missing first. */
export function useReceipts(of: Of) {
  return useQuery({
    queryKey: [...receiptsKey, of],
    queryFn: ({ signal }) => call(listReceipts, { query: of }, { signal }),
  });
}

/** Each person with how much was given, opened and is missing. */
export function usePeopleTotals() {
  return useQuery({
    queryKey: [...receiptsKey, 'people'],
    queryFn: ({ signal }) => call(listReceiptTotals, {}, { signal }),
  });
}

/** Each document of every kind with how many have it, opened it and miss it. */
export function useDocumentTotals() {
  return useQuery({
    queryKey: [...receiptsKey, 'documents'],
    queryFn: ({ signal }) => call(listDocumentTotals, {}, { signal }),
  });
}

/** What was seen of contents that were replaced; asked for when somebody wants to see it. */
export function useEarlierReceipts(fileId: number, enabled: boolean) {
  return useQuery({
    queryKey: [...receiptsKey, 'earlier', fileId],
    queryFn: ({ signal }) => call(listEarlierReceipts, { params: { id: fileId } }, { signal }),
    enabled,
  });
}

/** Reminds who misses a document, or a person of all that they miss. */
export function useRemindMissing() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ of, idempotencyKey }: { of: Of; idempotencyKey: string }) =>
      call(remindMissing, { body: of }, { idempotencyKey }),
    onSettled: () => client.invalidateQueries({ queryKey: receiptsKey }),
  });
}
