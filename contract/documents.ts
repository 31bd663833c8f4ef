import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { anyFlag, done, flag, idParams, instant, optionalLine, page, version } from './fields.ts';
import type { FileKind } from './file-kinds.ts';
import { anyDocument, newFileName, pdfOnly } from './files.ts';
import { documents as documentsMessages } from './messages/documents.ts';
import { userIds } from './user-ids.ts';

/** The kinds of document; a new one is a line here, in `accepted`, and its words in messages. */
export const documentKinds = ['training', 'settlements', 'reports'] as const;
export type DocumentKind = (typeof documentKinds)[number];

const accepted: Record<DocumentKind, readonly FileKind[]> = {
  training: anyDocument,
  settlements: pdfOnly,
  reports: anyDocument,
};

const zeroOrOne = z.literal([0, 1]);

/** A document, newest upload first in lists. */
export const document = z.object({
  file_id: z.int(),
  file_name: z.string(),
  /** Key for the presign calls. */
  file_path: z.string(),
  /** For an employee their own id alone. */
  assigned_user_ids: z.array(z.int()),
  uploaded_at: instant,
  version: z.int(),
  /** Counts the contents: 1, and one more with each replacement. Receipts are for one revision. */
  revision: z.int(),
  kind: z.string(),
  /** Bytes. */
  size: z.int(),
  /** 1: each person is asked to confirm that they have read it. */
  acknowledge: zeroOrOne,
  /** When the caller first opened this revision; null: not yet, or not assigned. */
  opened_at: z.nullable(instant),
  acknowledged_at: z.nullable(instant),
  /** Of those assigned, how many opened and confirmed this revision; null for an employee. */
  opened_count: z.nullable(z.int()),
  acknowledged_count: z.nullable(z.int()),
  /** Of a settlement: the dollars that its PDF states as net pay; null when it states none or isn't clear. */
  net_pay: z.nullable(z.number()),
});
export type Document = z.output<typeof document>;

const missing = { file: documentsMessages.fileMissing, user_ids: documentsMessages.usersMissing };
const people = userIds(documentsMessages.usersMissing);

/** The calls of one kind of document. */
function callsOf<const K extends DocumentKind>(kind: K, Kind: Capitalize<K>) {
  const upload = { field: 'file', kinds: accepted[kind], maxBytes: 'usual' } as const;
  return {
    list: endpoint({
      name: `list${Kind}`,
      method: 'GET',
      path: `/api/${kind}/files`,
      access: 'signed-in',
      summary: `Files of ${kind}, newest first: an admin's all, an employee's those assigned to them.`,
      query: z.object(page),
      status: 200,
      reply: z.array(document),
      paged: true,
    }),
    upload: endpoint({
      name: `upload${Kind}`,
      method: 'POST',
      path: `/api/${kind}/upload`,
      access: 'admin',
      summary: `Stores a file of ${kind} and assigns it; file_name is the file's own when left out.`,
      body: z.object({ user_ids: people, file_name: optionalLine(200), acknowledge: flag() }),
      upload: { ...upload, required: true },
      status: 201,
      reply: z.object({ message: z.string(), file_id: z.int() }),
      idempotent: true,
      invalid: missing,
    }),
    update: endpoint({
      name: `update${Kind}`,
      method: 'PUT',
      path: `/api/${kind}/files/{id}`,
      access: 'admin',
      summary:
        'Changes name and people; another file replaces the content and starts its receipts over.',
      params: idParams,
      body: z.object({
        user_ids: people,
        file_name: newFileName,
        acknowledge: anyFlag(),
        version: version(),
      }),
      upload: { ...upload, required: false },
      status: 200,
      reply: done,
      invalid: missing,
    }),
    remove: endpoint({
      name: `delete${Kind}`,
      method: 'DELETE',
      path: `/api/${kind}/files/{id}`,
      access: 'admin',
      summary: 'Deletes the file, its assignments and its receipts.',
      params: idParams,
      status: 200,
      reply: done,
    }),
  };
}

export const documentCalls = {
  training: callsOf('training', 'Training'),
  settlements: callsOf('settlements', 'Settlements'),
  reports: callsOf('reports', 'Reports'),
} as const;

/** What the server sends, empty, to open pages whose documents or receipts have changed: they ask again. */
export const documentsEvent = 'documents';

export const acknowledgeDocument = endpoint({
  name: 'acknowledgeDocument',
  method: 'POST',
  path: '/api/documents/{id}/acknowledge',
  access: 'signed-in',
  summary:
    "The caller has read that document as it is now; 409 unless they opened this revision. Also for the employee's files.",
  params: idParams,
  status: 200,
  reply: done,
});
