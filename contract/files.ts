import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { optionalLine } from './fields.ts';
import type { FileKind } from './file-kinds.ts';
import { field } from './messages/general.ts';

/** Seconds that a signed link works. */
export const linkSeconds = 300;

const path = z
  .string({ error: field.required })
  .check(z.minLength(1, field.required), z.maxLength(500, field.tooLong(500)));

/** Pictures are re-encoded: upright, without position and other metadata. */
export const pictureKinds = ['png', 'jpeg', 'webp', 'avif', 'gif'] as const;

/** Widths in pixels in which the pages show pictures, as far as a picture has them: a card at up to three device pixels, a post across a screen. */
export const pictureWidths = [320, 640, 960, 1440] as const;

/** What a page knows of a picture before its bytes are there. */
export const picture = z.object({
  /** Pixels of the largest one that is kept. */
  width: z.int(),
  height: z.int(),
  /** The picture in one colour, `#rrggbb`. */
  color: z.string(),
});
export type Picture = z.output<typeof picture>;
/** What training and reports take. */
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
/** What is handed out to be filled in. */
export const formKinds: readonly FileKind[] = ['pdf', 'doc', 'docx'];
/** Settlements and what employees send back. */
export const pdfOnly: readonly FileKind[] = ['pdf'];

/** Another name for a file; left out or '': as it is. */
export const newFileName = z.optional(
  z.pipe(
    optionalLine(200),
    z.transform((name: string) => name || undefined),
  ),
);

const link = z.object({
  url: z.string(),
  /** Of a picture that is kept in several widths: the WebP ones as an `img` takes them. */
  srcset: z.optional(z.string()),
  /** The same in AVIF. */
  avif_srcset: z.optional(z.string()),
});

/** Resumes and spotlight pictures are signed here as well (A3, P4). */
export const presignSettlement = endpoint({
  name: 'presignSettlement',
  method: 'GET',
  path: '/api/settlements/presigned-get',
  access: 'signed-in',
  summary: 'A link to a stored file that this caller may read; it works for 5 minutes.',
  query: z.object({ path }),
  status: 200,
  reply: link,
});

/** Training files are signed here as well. */
export const presignReport = endpoint({
  name: 'presignReport',
  method: 'GET',
  path: '/api/reports/presigned-get',
  access: 'signed-in',
  summary: 'The same link, asked for by the screens of reports and training.',
  query: z.object({ path }),
  status: 200,
  reply: link,
});

export const presignProduct = endpoint({
  name: 'presignProduct',
  method: 'GET',
  path: '/api/store/presigned-get',
  access: 'signed-in',
  summary: 'The same link, asked for by the screen of the store.',
  query: z.object({ key: path }),
  status: 200,
  reply: link,
});

export const uploadLimits = endpoint({
  name: 'uploadLimits',
  method: 'GET',
  path: '/api/upload-limits',
  access: 'signed-in',
  summary: 'How large a file may be, so that a form can say so before anything is sent.',
  status: 200,
  /** In MB; of videos 500 whatever it says. */
  reply: z.object({ upload_mb: z.int() }),
});
