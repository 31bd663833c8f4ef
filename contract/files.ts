import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { field } from './messages/general.ts';

/** Seconds that a signed link works. */
export const linkSeconds = 300;

const path = z
  .string({ error: field.required })
  .check(z.minLength(1, field.required), z.maxLength(500, field.tooLong(500)));

/** Resumes and spotlight pictures are signed here as well, as SPEC.md has it. */
export const presignSettlement = endpoint({
  name: 'presignSettlement',
  method: 'GET',
  path: '/api/settlements/presigned-get',
  access: 'signed-in',
  summary: 'A link to a stored file that this caller may read; it works for 5 minutes.',
  query: z.object({ path }),
  status: 200,
  reply: z.object({ url: z.string() }),
});
