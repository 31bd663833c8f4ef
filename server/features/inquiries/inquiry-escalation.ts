/** Reminds of overdue inquiries: the owner, else all admins, by a notification, and dispatch by a mail. */
import { inquiryEvents, inquiryOffice as messages } from '#contract/messages/inquiry-office.ts';
import { longDayAndTime, today, usCalendarDay } from '#contract/rules/dates.ts';
import { overdueSince } from '#contract/rules/inquiry-due.ts';
import { businessDayAfter, officeAt } from '#contract/rules/office-hours.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { mailBody } from '../../platform/mail/body.ts';
import type { Mail } from '../../platform/mail/mailer.ts';
import type { Task } from '../../platform/runtime/tasks.ts';
import { systemActor, type Write, writeTransaction } from '../../platform/writes/writes.ts';
import { notify } from '../notifications/notifications.service.ts';
import { labelOf, linkOf, overdueLinkOf, publishChange } from './inquiries-expiring.ts';
import {
  claimEscalation,
  type OverdueInquiry,
  selectOverdue,
  selectWithoutDue,
  setDue,
} from './inquiry-escalation.queries.ts';
import { recordEvent } from './inquiry-events.service.ts';
import { officeOf } from './inquiry-owners.service.ts';

const minute = 60_000;
/** Inquiries per transaction. */
const batchSize = 100;

/** The mail to dispatch. */
function overdueMail(
  inquiry: OverdueInquiry,
  message: string,
  { config, owner }: { config: AppContext['config']; owner: string },
): Mail {
  const { company_name, contact_person, phone_number, created_at, due_at } = inquiry;
  return {
    to: config.officeEmail,
    replyTo: inquiry.email_address,
    subject: `Overdue: ${labelOf(inquiry)}`,
    ...mailBody([
      message,
      [
        ['Company', company_name],
        ['Contact', contact_person],
        ['Phone', phone_number],
        ['Received', longDayAndTime(created_at)],
        ['Reply due', due_at === null ? '' : longDayAndTime(due_at)],
        ['Next step', inquiry.next_step],
        ['Next step on', usCalendarDay(inquiry.next_step_on)],
        ['Owner', owner || 'Nobody'],
      ],
      { link: `${config.publicUrl}${linkOf(inquiry.id)}` },
    ]),
  };
}

/** Reminds of one inquiry; returns false when another node has. */
async function escalate(ctx: AppContext, write: Write, inquiry: OverdueInquiry): Promise<boolean> {
  const { tx, now, audit } = write;
  const since = overdueSince(inquiry, now);
  if (since === null || !(await claimEscalation(tx, inquiry.id, since))) return false;
  const { id, due_at } = inquiry;
  const [label, link] = [labelOf(inquiry), overdueLinkOf(id)];
  const { name: owner, recipients } = await officeOf(tx, inquiry);
  const message =
    since === due_at
      ? messages.replyOverdue(label)
      : messages.stepOverdue(label, inquiry.next_step);
  await notify(ctx, write, null, [{ kind: 'inquiry', message, link, recipients }]);
  const mail = overdueMail(inquiry, message, { config: ctx.config, owner });
  await ctx.mailer.enqueue(tx, [{ ...mail, link }]);
  await recordEvent(write, id, { kind: 'overdue', text: inquiryEvents.overdue(owner) });
  await audit({ action: 'inquiry.escalate', target: { kind: 'inquiry', id, label } });
  return true;
}

/** Reminds of inquiries that have become overdue; returns of how many. */
async function escalateOverdue(ctx: AppContext): Promise<number> {
  return writeTransaction(ctx, systemActor, async (write) => {
    const { tx, now, afterCommit } = write;
    const at = now.toISOString();
    // A day begins with the office: nobody is woken at midnight.
    const day = officeAt(now).isOpen ? today(now) : '';
    const overdue = await selectOverdue(tx, { at, day }, batchSize);
    if (overdue.length === 0) return 0;
    let count = 0;
    for (const inquiry of overdue) {
      if (await escalate(ctx, write, inquiry)) count += 1;
    }
    publishChange(write);
    afterCommit(() => ctx.mailer.wake());
    return count;
  });
}

/** Gives inquiries of an earlier release their due times; returns how many. What is late by then isn't reminded of. */
async function addDueTimes(ctx: AppContext): Promise<number> {
  return writeTransaction(ctx, systemActor, async ({ tx, now }) => {
    const rows = await selectWithoutDue(tx, batchSize);
    for (const { id, created_at } of rows) {
      const due_at = businessDayAfter(new Date(created_at));
      const isLate = due_at < now.toISOString();
      await setDue(tx, id, { due_at, ...(isLate && { escalated_for: due_at }) });
    }
    return rows.length;
  });
}

/** Reminds of overdue inquiries, once per due time on all nodes together. */
export function inquiryEscalationTask(ctx: AppContext): Task {
  return {
    name: 'remind of overdue inquiries',
    every: 5 * minute,
    limit: 5 * minute,
    async run() {
      while ((await addDueTimes(ctx)) > 0);
      while ((await escalateOverdue(ctx)) > 0);
    },
  };
}
