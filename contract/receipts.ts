import * as z from 'zod/mini';
import { openedShape, zeroOrOne } from './files.ts';
import { endpoint } from './wire/endpoint.ts';
import { idFilter, idParams, instant, optionalId, page } from './wire/fields.ts';

/** The documents that have receipts: the three kinds, and employee files. */
export const receiptKinds = ['training', 'settlements', 'reports', 'employee-files'] as const;
export type ReceiptKind = (typeof receiptKinds)[number];

const person = {
  user_id: z.int(),
  username: z.string(),
  first_name: z.nullable(z.string()),
  last_name: z.nullable(z.string()),
};

const document = {
  file_id: z.int(),
  kind: z.enum(receiptKinds),
  file_name: z.string(),
  uploaded_at: instant,
  /** 1: a confirmation is required. */
  acknowledge: zeroOrOne,
};

/** When a document appeared in a person's list, was opened and confirmed. */
const times = { delivered_at: z.nullable(instant), ...openedShape };

/** The numbers of assigned, opened and missing documents or people. */
const totals = { assigned: z.int(), opened: z.int(), missing: z.int() };

/** One person's receipt for the current revision of one document. */
export const receipt = z.object({
  ...document,
  ...person,
  ...times,
  revision: z.int(),
  reminded_at: z.nullable(instant),
  /** 1: not opened, or not confirmed where that is required. */
  missing: zeroOrOne,
});
export type Receipt = z.output<typeof receipt>;

export const listReceipts = endpoint({
  name: 'listReceipts',
  method: 'GET',
  path: '/api/receipts',
  access: 'admin',
  summary:
    'The receipts of one document or of one person, missing ones first. One of the two ids is required.',
  query: z.object({ file_id: idFilter(), user_id: idFilter() }),
  status: 200,
  reply: z.array(receipt),
});

export const receiptTotals = z.object({ ...person, ...totals });
export type ReceiptTotals = z.output<typeof receiptTotals>;

export const listReceiptTotals = endpoint({
  name: 'listReceiptTotals',
  method: 'GET',
  path: '/api/receipts/people',
  access: 'admin',
  summary: 'Documents assigned, opened and missing of each open account; most missing first.',
  status: 200,
  reply: z.array(receiptTotals),
});

export const documentTotals = z.object({ ...document, ...totals });
export type DocumentTotals = z.output<typeof documentTotals>;

export const listDocumentTotals = endpoint({
  name: 'listDocumentTotals',
  method: 'GET',
  path: '/api/receipts/documents',
  access: 'admin',
  summary: 'People assigned, opened and missing of each document of every kind; newest first.',
  query: z.object(page),
  status: 200,
  reply: z.array(documentTotals),
  paged: true,
});

/** The receipts of content that was replaced. */
export const earlierRevision = z.object({
  revision: z.int(),
  /** Hex. */
  sha256: z.string(),
  original_name: z.string(),
  size: z.int(),
  uploaded_at: instant,
  receipts: z.array(z.object({ ...person, ...times })),
});
export type EarlierRevision = z.output<typeof earlierRevision>;

export const listEarlierReceipts = endpoint({
  name: 'listEarlierReceipts',
  method: 'GET',
  path: '/api/receipts/{id}/earlier',
  access: 'admin',
  summary: 'The receipts of replaced contents of a document, newest first; `id` is the file_id.',
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
    'Reminds everyone who misses a document, or a person of all they miss, by notification and mail.',
  body: z.object({ file_id: optionalId(), user_id: optionalId() }),
  status: 200,
  failures: [404],
  reply: z.object({ message: z.string(), reminded: z.int() }),
  idempotent: true,
});
