import type { DriverHistoryInput } from '#contract/driver-history.ts';
import { today } from '#contract/rules/dates.ts';
import type { AppContext } from '../../platform/app-context.ts';
import type { Write } from '../../platform/writes/writes.ts';
import { withdraw } from '../notifications/notifications.service.ts';
import { makeStatusLink } from '../status-links/status-links.service.ts';
import { type OfficeApplication, officeMail, receiptMail } from './applicants.mails.ts';
import { finishDrafts } from './applicants.queries.ts';

/** What mails and notifications about an application refer to. */
export const linkOf = (id: number) => `/applications?application=${id}`;

/** What mails about an application that was begun in two minutes refer to. */
export const linkOfStarted = (id: number) => `/applications?started=${id}`;

/** Makes the status link of a new application and queues the receipt and the office's mail. */
export async function confirmApplication(
  ctx: AppContext,
  write: Write,
  application: OfficeApplication & { id: number },
  call: string,
): Promise<void> {
  const { tx, now, afterCommit } = write;
  const { id, email, flagged } = application;
  const { officeEmail: office, publicUrl } = ctx.config;
  const link = linkOf(id);
  const url = await makeStatusLink(ctx, tx, 'application_id', id, now);
  if (flagged === 0 || (await ctx.limits.mayMailFlagged(tx, call))) {
    const mail = officeMail(application, { office, publicUrl, now });
    await ctx.mailer.enqueue(tx, [{ ...mail, link }]);
  }
  // Who floods the form must not mail others through us.
  if (flagged === 0) {
    await ctx.mailer.enqueueToVisitor(tx, {
      ...receiptMail(application, { url, office, now }),
      link,
    });
    const finished = await finishDrafts(tx, email, id);
    await withdraw(write, finished.map(linkOfStarted));
  }
  afterCommit(() => ctx.mailer.wake());
}

/** The stored text of a record; '' without one. */
export function historyText(history: DriverHistoryInput | null, now: Date): string {
  if (history === null) return '';
  const isSigned = history.is_certified === 1 && history.signed_name !== '';
  return JSON.stringify({ ...history, signed_on: isSigned ? today(now) : null });
}
