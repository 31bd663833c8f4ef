/** Tells the owner of an inquiry, else all admins, that its quote expired without an answer. */
import { inquiryEvents } from '#contract/messages/inquiry-office.ts';
import { quotes as messages } from '#contract/messages/quotes.ts';
import { dayAfter, today } from '#contract/rules/dates.ts';
import { officeAt } from '#contract/rules/office-hours.ts';
import type { AppContext } from '../../platform/app-context.ts';
import type { Task } from '../../platform/runtime/tasks.ts';
import { systemActor, writeTransaction } from '../../platform/writes/writes.ts';
import { expiredLinkOf, publishChange } from '../inquiries/inquiries.service.ts';
import { recordEvent } from '../inquiries/inquiry-events.service.ts';
import { officeOf } from '../inquiries/inquiry-owners.service.ts';
import { notify } from '../notifications/notifications.service.ts';
import { claimExpiry, selectExpired } from './quote-expiry.queries.ts';

const minute = 60_000;
/** Days after the last one on which somebody is told; those of before an upgrade or a long stop aren't news. */
const newsDays = 7;
/** Quotes per transaction. */
const batchSize = 100;

/** Notifies of expired quotes; returns of how many. */
async function noticeExpired(ctx: AppContext): Promise<number> {
  return writeTransaction(ctx, systemActor, async (write) => {
    const { tx, now } = write;
    // A day begins with the office: nobody is woken at midnight.
    if (!officeAt(now).isOpen) return 0;
    const day = today(now);
    const expired = await selectExpired(tx, { first: dayAfter(day, -newsDays), day }, batchSize);
    let count = 0;
    for (const { quote_id, number, id, company_name, owner_id } of expired) {
      if (!(await claimExpiry(tx, quote_id, now.toISOString()))) continue;
      const { recipients, name: owner } = await officeOf(tx, { owner_id });
      const message = messages.expiredNotice(company_name, number);
      const link = expiredLinkOf(id);
      await notify(ctx, write, null, [{ kind: 'inquiry', message, link, recipients }]);
      await recordEvent(write, id, { kind: 'quote', text: inquiryEvents.expired(number, owner) });
      count += 1;
    }
    if (count > 0) publishChange(write);
    return count;
  });
}

/** Notifies of each quote once, on all nodes together. */
export function quoteExpiryTask(ctx: AppContext): Task {
  return {
    name: 'remind of expired quotes',
    every: 5 * minute,
    limit: 5 * minute,
    async run() {
      while ((await noticeExpired(ctx)) > 0);
    },
  };
}
