import { unsentMail as messages } from '#contract/messages/unsent-mail.ts';
import { badgesEvent } from '#contract/portal.ts';
import type { UnsentMail } from '#contract/unsent-mail.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { pageOf, type ReadPage } from '../../platform/http/lists.ts';
import { conflict, notFound } from '../../platform/runtime/errors.ts';
import {
  type Actor,
  type ExpiringRecords,
  writeTransaction,
} from '../../platform/writes/writes.ts';
import {
  countExpired,
  deleteExpired,
  deleteUnsent,
  hadSecret,
  reviveMail,
  selectUnsent,
} from './unsent-mail.queries.ts';

export { countUnsentMail } from './unsent-mail.queries.ts';

/** Undeliverable mails, by the day of the last try. */
export const expiringUnsentMail: ExpiringRecords = {
  count: countExpired,
  async remove(_ctx, { tx, publish }, before, limit) {
    const removed = await deleteExpired(tx, before, limit);
    if (removed > 0) publish('admins', badgesEvent);
    return removed;
  },
};

/** Undeliverable mail, last failure first. */
export function listUnsentMail({ db }: Pick<AppContext, 'db'>): ReadPage<UnsentMail> {
  return async (before, limit) => {
    const found = await selectUnsent(db, before, limit);
    const mails = found.map(({ dead_at, last_error, has_secret, ...mail }) => ({
      ...mail,
      failed_at: dead_at,
      // A mail server may quote the mail, which may contain a one-time link.
      reason: last_error.replace(/https?:\/\/\S+/gi, '[link]'),
      can_retry: has_secret === 0,
    }));
    return pageOf(mails, limit, (mail) => ({ at: mail.failed_at, id: mail.id }));
  };
}

/** Sends a mail again; 404 when someone already did, or discarded it, and 409 when it had a one-time link. */
export function retryMail(ctx: AppContext, id: number, actor: Actor): Promise<{ message: string }> {
  return writeTransaction(ctx, actor, async ({ tx, now, audit, publish, afterCommit }) => {
    if (await hadSecret(tx, id)) throw conflict(messages.linkRemoved);
    const subject = await reviveMail(tx, id, now.toISOString());
    if (subject === undefined) throw notFound(messages.gone);
    await audit({ action: 'mail.retry', target: { kind: 'mail', id, label: subject } });
    afterCommit(() => ctx.mailer.wake());
    publish('admins', badgesEvent);
    return { message: messages.retried };
  });
}

/** Discards a mail; 404 when someone already did, or sent it again. */
export function discardMail(
  ctx: AppContext,
  id: number,
  actor: Actor,
): Promise<{ message: string }> {
  return writeTransaction(ctx, actor, async ({ tx, audit, publish }) => {
    const subject = await deleteUnsent(tx, id);
    if (subject === undefined) throw notFound(messages.gone);
    await audit({ action: 'mail.discard', target: { kind: 'mail', id, label: subject } });
    publish('admins', badgesEvent);
    return { message: messages.deleted };
  });
}
