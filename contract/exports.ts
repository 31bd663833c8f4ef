import * as z from 'zod/mini';
import { endpoint } from './wire/endpoint.ts';
import { choice, id, instant, optionalLine } from './wire/fields.ts';

/** The lists that can be exported; `export-lists.ts` describes them. */
export const exportNames = [
  'inquiries',
  'inquiry-vehicles',
  'jobs',
  'applications',
  'users',
  'employees',
  'hours-ledger',
  'time-off',
  'damages',
  'claims',
  'training',
  'settlements',
  'reports',
  'settlement-questions',
  'employee-files',
  'driver-file',
  'receipts',
  'receipts-people',
  'receipts-files',
  'products',
  'orders',
  'posts',
  'testimonials',
  'notifications',
  'announcements',
  'unsent-mail',
  'audit',
  'directory',
  'holidays',
] as const;
export type ExportName = (typeof exportNames)[number];

export const exportFormats = ['csv', 'xlsx'] as const;
export type ExportFormat = (typeof exportFormats)[number];

export const createExport = endpoint({
  name: 'createExport',
  method: 'POST',
  path: '/api/exports',
  access: 'signed-in',
  summary:
    "Returns a link to a list as CSV or Excel file, valid for 5 minutes. It has the rows and the access of the list's own call: 403 for a list of admins.",
  body: z.object({
    list: choice(exportNames),
    format: choice(exportFormats),
    /** The query of the list's own call, such as `employee_id=7`; every row when left out. */
    filter: optionalLine(2000),
  }),
  status: 200,
  failures: [403],
  reply: z.object({ url: z.string(), expires_at: instant }),
});

export const createDriverFilePdf = endpoint({
  name: 'createDriverFilePdf',
  method: 'POST',
  path: '/api/exports/driver-file',
  access: 'admin',
  summary:
    "Returns a link to one driver's whole file as a PDF, valid for 5 minutes: a cover with the table of documents, then the pages of each.",
  body: z.object({ employee_id: id() }),
  status: 200,
  failures: [404],
  reply: z.object({ url: z.string(), expires_at: instant }),
});
