import * as z from 'zod/mini';
import { endpoint } from './wire/endpoint.ts';
import { done, idParams, instant, page } from './wire/fields.ts';

/** Without the text, which may contain a one-time link. */
export const unsentMail = z.object({
  id: z.int(),
  recipient: z.string(),
  subject: z.string(),
  created_at: instant,
  /** When the last try failed. */
  failed_at: instant,
  tries: z.int(),
  /** The mail server's reply. */
  reason: z.string(),
  /** False when the mail had a one-time link: its text was deleted. */
  can_retry: z.boolean(),
});
export type UnsentMail = z.output<typeof unsentMail>;

export const listUnsentMail = endpoint({
  name: 'listUnsentMail',
  method: 'GET',
  path: '/api/unsent-mail',
  access: 'admin',
  summary: 'Mail that could not be sent and is not retried, last failure first.',
  query: z.object(page),
  status: 200,
  reply: z.array(unsentMail),
  paged: true,
});

export const retryMail = endpoint({
  name: 'retryMail',
  method: 'POST',
  path: '/api/unsent-mail/{id}/retry',
  access: 'admin',
  summary: 'Sends a mail again that could not be sent; 409 when it had a one-time link.',
  params: idParams,
  status: 200,
  reply: done,
});

export const discardMail = endpoint({
  name: 'discardMail',
  method: 'DELETE',
  path: '/api/unsent-mail/{id}',
  access: 'admin',
  summary: 'Discards a mail that could not be sent.',
  params: idParams,
  status: 200,
  reply: done,
});
