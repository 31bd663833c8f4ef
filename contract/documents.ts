import * as z from 'zod/mini';
import { anyDocument, fileShape, newFileName, openedShape, pdfOnly } from './files.ts';
import { documents as documentsMessages } from './messages/documents.ts';
import { endpoint } from './wire/endpoint.ts';
import {
  anyFlag,
  done,
  flag,
  idParams,
  instant,
  nullableLine,
  optionalLine,
  page,
  version,
} from './wire/fields.ts';
import type { FileKind } from './wire/file-kinds.ts';
import { spanishReply } from './wire/spanish-fields.ts';
import { userIds } from './wire/user-ids.ts';

/** A new kind is a line here, in `accepted`, and in messages. */
export const documentKinds = ['training', 'settlements', 'reports'] as const;
export type DocumentKind = (typeof documentKinds)[number];

const accepted: Record<DocumentKind, readonly FileKind[]> = {
  training: anyDocument,
  settlements: pdfOnly,
  reports: anyDocument,
};

/** A document; lists have the newest upload first. */
export const document = z.object({
  ...fileShape,
  file_name_es: spanishReply(),
  /** Of the Spanish file beside it; without one they are absent. */
  file_path_es: spanishReply(),
  kind_es: spanishReply(),
  size_es: z.optional(z.int()),
  /** For an employee their own id only. */
  assigned_user_ids: z.array(z.int()),
  uploaded_at: instant,
  /** The caller's. */
  ...openedShape,
  /** How many assignees opened and confirmed this revision; null for an employee. */
  opened_count: z.nullable(z.int()),
  acknowledged_count: z.nullable(z.int()),
  /** Dollars that the PDF of a settlement states as net pay; null when it states none or isn't clear. */
  net_pay: z.nullable(z.number()),
  /** The first and the last day that a settlement pays, as the PDF states them; null as above. */
  period_from: z.nullable(z.string()),
  period_to: z.nullable(z.string()),
  /** For an admin: the server couldn't read the PDF of a settlement. */
  unreadable: z.boolean(),
});
export type Document = z.output<typeof document>;

/** The multipart field of the Spanish file beside a training file. */
export const spanishFile = 'file_es';

const missing = { file: documentsMessages.fileMissing, user_ids: documentsMessages.usersMissing };
const people = userIds(documentsMessages.usersMissing);

function callsOf<const K extends DocumentKind>(kind: K, Kind: Capitalize<K>) {
  const upload = {
    ...({ field: 'file', kinds: accepted[kind], maxBytes: 'usual' } as const),
    ...(kind === 'training' && { otherField: spanishFile }),
  };
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
      body: z.object({
        user_ids: people,
        file_name: optionalLine(200),
        file_name_es: optionalLine(200),
        acknowledge: flag(),
      }),
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
        'Changes name and people; another file replaces the content, removes its Spanish version and starts new receipts.',
      params: idParams,
      body: z.object({
        user_ids: people,
        file_name: newFileName,
        file_name_es: z.optional(nullableLine(200)),
        /** 1 removes the Spanish file, unless another is sent. */
        remove_file_es: anyFlag(),
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

/** Live update without a payload: documents or receipts have changed. */
export const documentsEvent = 'documents';

export const acknowledgeDocument = endpoint({
  name: 'acknowledgeDocument',
  method: 'POST',
  path: '/api/documents/{id}/acknowledge',
  access: 'signed-in',
  summary:
    'Confirms that the caller read the current revision; 409 unless they opened it. Also for employee files.',
  params: idParams,
  status: 200,
  failures: [409],
  reply: done,
});
