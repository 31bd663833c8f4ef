import { unsentMail as messages } from '#contract/messages/unsent-mail.ts';
import { badgesEvent } from '#contract/portal.ts';
import type { UnsentMail } from '#contract/unsent-mail.ts';
import type { Db } from '../../database/open.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { recordAudit } from '../../platform/audit.ts';
import { decodeCursor, pageOf } from '../../platform/cursor.ts';
import { notFound } from '../../platform/errors.ts';
import type { Actor } from '../../platform/writes.ts';
import { countUnsent, deleteUnsent, reviveMail, selectUnsent } from './unsent-mail.queries.ts';

/** Lists undeliverable mail, last failure first: all, or one page and the cursor of the next one. */
export async function listUnsentMail(
  db: Db,
  page: { limit?: number; before?: string },
): Promise<{ mails: UnsentMail[]; next: string | null }> {
  const count = page.limit === undefined ? undefined : page.limit + 1;
  const found = await selectUnsent(db, decodeCursor(page.before), count);
  const { rows, next } = pageOf(found, page.limit, (row) => ({ at: row.dead_at, id: row.id }));
  const mails = rows.map(({ dead_at, last_error, ...mail }) => ({
    ...mail,
    failed_at: dead_at,
    // A mail server may quote the mail, which may contain a one-time link.
    reason: last_error.replace(/https?:\/\/\S+/gi, '[link]'),
  }));
  return { mails, next };
}

/** Counts undeliverable mails. */
export async function countUnsentMail(db: Db): Promise<number> {
  return countUnsent(db);
}

/** Sends a mail again; 404 when someone already did, or discarded it. */
export async function retryMail(
  ctx: AppContext,
  id: number,
  by: Actor,
): Promise<{ message: string }> {
  const now = ctx.now();
  await ctx.db.transaction().execute(async (tx) => {
    const subject = await reviveMail(tx, id, now.toISOString());
    if (subject === undefined) throw notFound(messages.gone);
    const target = { kind: 'mail', id, label: subject };
    await recordAudit(tx, now, { ...by, action: 'mail.retry', target });
  });
  ctx.mailer.wake();
  ctx.realtime.toAdmins(badgesEvent);
  return { message: messages.retried };
}

/** Discards a mail; 404 when someone already did, or sent it again. */
export async function discardMail(
  ctx: AppContext,
  id: number,
  by: Actor,
): Promise<{ message: string }> {
  await ctx.db.transaction().execute(async (tx) => {
    const subject = await deleteUnsent(tx, id);
    if (subject === undefined) throw notFound(messages.gone);
    const target = { kind: 'mail', id, label: subject };
    await recordAudit(tx, ctx.now(), { ...by, action: 'mail.discard', target });
  });
  ctx.realtime.toAdmins(badgesEvent);
  return { message: messages.deleted };
}
