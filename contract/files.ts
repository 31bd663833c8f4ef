import * as z from 'zod/mini';
import { field } from './messages/general.ts';
import { endpoint } from './wire/endpoint.ts';
import { instant, optionalLine } from './wire/fields.ts';
import type { FileKind } from './wire/file-kinds.ts';

/** Seconds that a signed link works. */
export const linkSeconds = 300;

const path = z
  .string({ error: field.required })
  .check(z.minLength(1, field.required), z.maxLength(500, field.tooLong(500)));

/** 1: yes. */
export const zeroOrOne = z.literal([0, 1]);

/** The file fields of a document in a list. */
export const fileShape = {
  file_id: z.int(),
  file_name: z.string(),
  /** Key for the presign calls. */
  file_path: z.string(),
  version: z.int(),
  /** Starts at 1; rises with each replacement of the content. Receipts belong to one revision. */
  revision: z.int(),
  kind: z.string(),
  /** Bytes. */
  size: z.int(),
  /** 1: each person is asked to confirm that they have read it. */
  acknowledge: zeroOrOne,
};

/** When a person first opened the current revision, and confirmed it; null: not yet, or not assigned. */
export const openedShape = {
  opened_at: z.nullable(instant),
  acknowledged_at: z.nullable(instant),
};

/** Pictures are re-encoded: upright, without position and other metadata. */
export const pictureKinds = ['png', 'jpeg', 'webp', 'avif', 'gif'] as const;

/** Widths of the variants in pixels, from a card to a post across the screen; a picture has those up to its own width. */
export const pictureWidths = [320, 640, 960, 1440] as const;

/** The data of the placeholder that a page shows until the picture loads. */
export const picture = z.object({
  /** Pixels of the largest variant. */
  width: z.int(),
  height: z.int(),
  /** The picture's average color, `#rrggbb`. */
  color: z.string(),
});
export type Picture = z.output<typeof picture>;
/** The kinds that training and reports accept. */
export const anyDocument: readonly FileKind[] = [
  'pdf',
  'doc',
  'docx',
  'xls',
  'xlsx',
  'ppt',
  'pptx',
  'text',
  ...pictureKinds,
  'mp4',
];
/** Forms that employees fill in. */
export const formKinds: readonly FileKind[] = ['pdf', 'doc', 'docx'];
/** Settlements and submissions. */
export const pdfOnly: readonly FileKind[] = ['pdf'];

/** A new name for a file; missing or '' keeps the name. */
export const newFileName = z.optional(
  z.pipe(
    optionalLine(200),
    z.transform((name: string) => name || undefined),
  ),
);

const link = z.object({
  url: z.string(),
  /** The WebP variants of a picture, as an `img` takes them. */
  srcset: z.optional(z.string()),
  /** The same in AVIF. */
  avif_srcset: z.optional(z.string()),
});

/** Every presign call signs any file that the caller may read. */
const presign = {
  method: 'GET',
  access: 'signed-in',
  status: 200,
  failures: [404],
} as const;

/** Also for resumes and spotlight pictures (A3, P4). */
export const presignSettlement = endpoint({
  ...presign,
  name: 'presignSettlement',
  path: '/api/settlements/presigned-get',
  summary: 'A link to a stored file that this caller may read; it works for 5 minutes.',
  query: z.object({ path }),
  reply: link,
});

/** Also for training files. */
export const presignReport = endpoint({
  ...presign,
  name: 'presignReport',
  path: '/api/reports/presigned-get',
  summary: 'The same link, for the pages of reports and training.',
  query: z.object({ path }),
  reply: link,
});

export const presignProduct = endpoint({
  ...presign,
  name: 'presignProduct',
  path: '/api/store/presigned-get',
  summary: 'The same link, for the store.',
  query: z.object({ key: path }),
  reply: link,
});

export const uploadLimits = endpoint({
  name: 'uploadLimits',
  method: 'GET',
  path: '/api/upload-limits',
  access: 'signed-in',
  summary: 'The maximum size of an upload, so that a form can check it before the upload.',
  status: 200,
  /** In MB; the limit of videos is always 500. */
  reply: z.object({ upload_mb: z.int() }),
});
