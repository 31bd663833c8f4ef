/** What calls leave behind: notifications, mails, audit entries, badges. */
import type { Notification } from '#contract/notifications.ts';
import type { Badges } from '#contract/portal.ts';
import { textOf } from '#server/platform/mail/mail-text.ts';
import { send } from '#tests/fixtures/requests.ts';
import type { TestApp, TestPerson } from '#tests/harness/app.ts';
import { rowsOf } from './stored.ts';

/** A person's notifications, newest first; by default all that the bell shows. */
export async function noticesOf(
  t: TestApp,
  by: Pick<TestPerson, 'headers'>,
  query = '',
): Promise<Notification[]> {
  return (await send(t, 'GET', `/api/notifications${query}`, by)).json().notifications;
}

/** Their texts. */
export async function messagesTo(t: TestApp, by: TestPerson, query?: string): Promise<string[]> {
  return (await noticesOf(t, by, query)).map(({ message }) => message);
}

export async function badgesOf(t: TestApp, by: Pick<TestPerson, 'headers'>): Promise<Badges> {
  return (await send(t, 'GET', '/api/badges', by)).json();
}

/** The audit entries with these values, oldest first. */
export const auditOf = (
  t: TestApp,
  match: { action?: string; target_kind?: string; target_id?: string; user_id?: number | null },
) => rowsOf(t, 'audit', match, 'id');

/** The queued mails, oldest first, with their texts; of one recipient if one is given. */
export async function mailsOf(t: TestApp, recipient?: string) {
  const rows = await rowsOf(t, 'outbox', recipient ? { recipient } : {}, 'id');
  return rows.map((row) => ({ ...row, text: textOf(t.ctx.tokens, row).text }));
}

/** Each of a person's notifications as its text and link, newest first. */
export async function linkedMessagesTo(t: TestApp, by: TestPerson, query?: string) {
  return (await noticesOf(t, by, query)).map(({ message, link }) => [message, link]);
}
