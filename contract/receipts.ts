import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { idFilter, idParams, instant, optionalId } from './fields.ts';

/** The documents that have receipts: the three kinds, and the files that employees send back. */
export const receiptKinds = ['training', 'settlements', 'reports', 'employee-files'] as const;
export type ReceiptKind = (typeof receiptKinds)[number];

const at = z.nullable(instant);

/** What one person has seen of one document as it is now. */
export const receipt = z.object({
  file_id: z.int(),
  kind: z.enum(receiptKinds),
  file_name: z.string(),
  revision: z.int(),
  uploaded_at: instant,
  /** 1: a confirmation was asked for. */
  acknowledge: z.literal([0, 1]),
  user_id: z.int(),
  username: z.string(),
  first_name: z.nullable(z.string()),
  last_name: z.nullable(z.string()),
  /** Listed for them. */
  delivered_at: at,
  /** First bytes fetched. */
  opened_at: at,
  acknowledged_at: at,
  reminded_at: at,
  /** 1: not opened, or not confirmed where that was asked for. */
  missing: z.literal([0, 1]),
});
export type Receipt = z.output<typeof receipt>;

export const listReceipts = endpoint({
  name: 'listReceipts',
  method: 'GET',
  path: '/api/receipts',
  access: 'admin',
  summary:
    'Who has seen what, of one document or of one person; the missing first. One of the two ids is needed.',
  query: z.object({ file_id: idFilter(), user_id: idFilter() }),
  status: 200,
  reply: z.array(receipt),
});

/** A person and how many documents they were given, opened and still owe. */
export const receiptTotals = z.object({
  user_id: z.int(),
  username: z.string(),
  first_name: z.nullable(z.string()),
  last_name: z.nullable(z.string()),
  assigned: z.int(),
  opened: z.int(),
  missing: z.int(),
});
export type ReceiptTotals = z.output<typeof receiptTotals>;

export const listReceiptTotals = endpoint({
  name: 'listReceiptTotals',
  method: 'GET',
  path: '/api/receipts/people',
  access: 'admin',
  summary:
    'Each person with open account: documents given, opened and missing; who misses most first.',
  status: 200,
  reply: z.array(receiptTotals),
});

/** A document and how many people were given it, opened it and still owe it. */
export const documentTotals = z.object({
  file_id: z.int(),
  kind: z.enum(receiptKinds),
  file_name: z.string(),
  uploaded_at: instant,
  acknowledge: z.literal([0, 1]),
  assigned: z.int(),
  opened: z.int(),
  missing: z.int(),
});
export type DocumentTotals = z.output<typeof documentTotals>;

export const listDocumentTotals = endpoint({
  name: 'listDocumentTotals',
  method: 'GET',
  path: '/api/receipts/documents',
  access: 'admin',
  summary: 'Each document of every kind: people given, opened and missing; newest first.',
  status: 200,
  reply: z.array(documentTotals),
});

/** What was seen of a content that has been replaced. */
export const earlierRevision = z.object({
  revision: z.int(),
  /** Hex, of the bytes that were seen. */
  sha256: z.string(),
  original_name: z.string(),
  size: z.int(),
  uploaded_at: instant,
  receipts: z.array(
    z.object({
      user_id: z.int(),
      username: z.string(),
      first_name: z.nullable(z.string()),
      last_name: z.nullable(z.string()),
      delivered_at: at,
      opened_at: at,
      acknowledged_at: at,
    }),
  ),
});
export type EarlierRevision = z.output<typeof earlierRevision>;

export const listEarlierReceipts = endpoint({
  name: 'listEarlierReceipts',
  method: 'GET',
  path: '/api/receipts/{id}/earlier',
  access: 'admin',
  summary:
    'The receipts of what a document was before it was replaced, newest first; `id` is the file_id.',
  params: idParams,
  status: 200,
  reply: z.array(earlierRevision),
});

export const remindMissing = endpoint({
  name: 'remindMissing',
  method: 'POST',
  path: '/api/receipts/remind',
  access: 'admin',
  summary:
    'Reminds those who miss a document, or a person of all that they miss, by a notice and a mail each.',
  body: z.object({ file_id: optionalId(), user_id: optionalId() }),
  status: 200,
  reply: z.object({ message: z.string(), reminded: z.int() }),
  idempotent: true,
});
