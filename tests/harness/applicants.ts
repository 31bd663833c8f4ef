/** Applications as their senders follow them: by the links in the mails. */
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { textOf } from '#server/platform/mail/mail-text.ts';
import type { OutboxRow } from '#server/platform/mail/outbox.queries.ts';
import { send } from '../fixtures/requests.ts';
import type { TestApp } from './app.ts';
import { whole } from './applications.ts';
import { codeOf } from './testimonials.ts';

/** The mails that wait for an address, oldest first, with their texts. */
export async function mailsTo(t: TestApp, recipient: string) {
  const rows = await t.ctx.db
    .selectFrom('outbox')
    .selectAll()
    .where('recipient', '=', recipient)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    subject: row.subject,
    text: textOf(t.ctx.tokens, row as unknown as OutboxRow).text,
    hasSecret: row.has_secret,
  }));
}

/** A new application; returns its id and the code of its status link. */
export async function applied(t: TestApp, given: Record<string, unknown> = {}) {
  const body = { ...whole, email: `${randomUUID()}@example.com`, ...given };
  const response = await send(t, 'POST', '/api/application', null, body);
  expect(response.statusCode, response.body).toBe(201);
  const { id, status_url } = response.json();
  return { id: Number(id), url: String(status_url), code: codeOf(status_url), email: body.email };
}

/** The code in the newest mail to an address about an unfinished application. */
export async function draftCode(t: TestApp, recipient: string): Promise<string> {
  const [link = ''] = (await mailsTo(t, recipient)).at(-1)?.text.match(/http\S+#draft=\S+/) ?? [];
  return link.split('#draft=').at(-1) ?? '';
}

export const started = (given: Record<string, unknown> = {}) => ({
  first_name: 'Rosa',
  last_name: "D'Amico",
  phone: '815-555-0177',
  email: `${randomUUID()}@example.com`,
  has_cdl_license: 1,
  ...given,
});
