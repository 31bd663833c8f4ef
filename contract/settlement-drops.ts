import * as z from 'zod/mini';
import { pdfOnly } from './files.ts';
import { documents } from './messages/documents.ts';
import { field } from './messages/general.ts';
import { settlementDrops as messages } from './messages/settlement-drops.ts';
import { endpoint } from './wire/endpoint.ts';
import { done, id, idParams, instant, optionalLine } from './wire/fields.ts';

/** Maximum number of files in a drop. */
export const maxDropFiles = 500;

/** 'match': exactly one format fits, and names one driver; 'doubt': there is something to look at; 'none': nothing. */
export const findings = ['match', 'doubt', 'none'] as const;
export type Finding = (typeof findings)[number];

/** Why a person is suggested. A suggestion is never a match. */
export const suggestionReasons = ['format', 'nameInName', 'nameOnPage'] as const;

/** Why a file isn't a match, or what to know about it. */
export const fileNotes = [
  'untaught',
  'format',
  'formats',
  'payee',
  'payees',
  'waiting',
  'unreadable',
  'slow',
  'duplicate',
] as const;
export type FileNote = (typeof fileNotes)[number];

export const dropFile = z.object({
  drop_file_id: z.int(),
  file_name: z.string(),
  /** Key for the presign calls. */
  file_path: z.string(),
  /** Bytes. */
  size: z.int(),
  finding: z.enum(findings),
  note: z.nullable(z.enum(fileNotes)),
  /** The driver of a match. */
  user_id: z.nullable(z.int()),
  /** What the one format that fits reads; null where it reads nothing. */
  net_pay: z.nullable(z.number()),
  period_from: z.nullable(z.string()),
  period_to: z.nullable(z.string()),
  candidates: z.array(
    z.object({
      user_id: z.int(),
      name: z.string(),
      reasons: z.array(z.enum(suggestionReasons)),
    }),
  ),
});
export type DropFile = z.output<typeof dropFile>;

export const drop = z.object({
  drop_id: z.int(),
  created_at: instant,
  /** Username of the admin who created it. */
  made_by: z.string(),
  files: z.array(dropFile),
});
export type Drop = z.output<typeof drop>;

export const openDrop = endpoint({
  name: 'openDrop',
  method: 'POST',
  path: '/api/settlements/drops',
  access: 'admin',
  summary: 'Creates a drop: settlements that drivers see only once they are published.',
  status: 201,
  reply: z.object({ message: z.string(), drop_id: z.int() }),
  idempotent: true,
});

export const listDrops = endpoint({
  name: 'listDrops',
  method: 'GET',
  path: '/api/settlements/drops',
  access: 'admin',
  summary: 'Drops with unpublished files, newest first.',
  status: 200,
  reply: z.array(
    z.object({ drop_id: z.int(), created_at: instant, made_by: z.string(), waiting: z.int() }),
  ),
});

export const getDrop = endpoint({
  name: 'getDrop',
  method: 'GET',
  path: '/api/settlements/drops/{id}',
  access: 'admin',
  summary: 'A drop with its files, those that need a review first.',
  params: idParams,
  status: 200,
  reply: drop,
});

export const addDropFile = endpoint({
  name: 'addDropFile',
  method: 'POST',
  path: '/api/settlements/drops/{id}/files',
  access: 'admin',
  summary: 'Adds a PDF and reads it by the formats.',
  params: idParams,
  body: z.object({}),
  upload: { field: 'file', kinds: pdfOnly, maxBytes: 'usual', required: true },
  status: 201,
  reply: z.object({ message: z.string(), drop_file_id: z.int(), file: dropFile }),
  idempotent: true,
  invalid: { file: documents.fileMissing },
});

export const removeDropFile = endpoint({
  name: 'removeDropFile',
  method: 'DELETE',
  path: '/api/settlements/drop-files/{id}',
  access: 'admin',
  summary: 'Removes a file from its drop; `id` is the drop_file_id.',
  params: idParams,
  status: 200,
  reply: done,
});

export const publishDrop = endpoint({
  name: 'publishDrop',
  method: 'POST',
  path: '/api/settlements/drops/{id}/publish',
  access: 'admin',
  summary:
    'Publishes these files, each to one person, and notifies them; the others stay in the drop.',
  params: idParams,
  body: z.object({
    entries: z
      .array(z.object({ drop_file_id: id(), user_id: id(), file_name: optionalLine(200) }), {
        error: field.list,
      })
      .check(
        // The library's length checks also run on values that aren't lists, and throw when their length isn't a number.
        z.refine((entries) => entries.length > 0, messages.nothingChosen),
        z.refine((entries) => entries.length <= maxDropFiles, messages.full(maxDropFiles)),
      ),
  }),
  status: 200,
  reply: z.object({ message: z.string(), published: z.int() }),
  idempotent: true,
});

export const discardDrop = endpoint({
  name: 'discardDrop',
  method: 'DELETE',
  path: '/api/settlements/drops/{id}',
  access: 'admin',
  summary: 'Discards a drop and its unpublished files.',
  params: idParams,
  status: 200,
  reply: done,
});
