import { dueDays, reminderDays } from '#contract/driver-file.ts';
import { kindOf } from '#contract/driver-file-kinds.ts';
import { driverFile as messages } from '#contract/messages/driver-file.ts';
import { dayAfter, today, wallClock } from '#contract/rules/dates.ts';
import { daysBetween } from '#contract/rules/day-count.ts';
import { personName } from '#contract/text/employee-name.ts';
import type { AppContext } from '../../platform/app-context.ts';
import type { Task } from '../../platform/runtime/tasks.ts';
import { systemActor, writeTransaction } from '../../platform/writes/writes.ts';
import { type NewNotification, notify } from '../notifications/notifications.service.ts';
import { claimReminders, type ExpiringDocument, selectExpiring } from './driver-file.queries.ts';

const minute = 60_000;
/** The hour at which the reminders of a day begin, in the company's time zone: nobody is woken at midnight. */
const startHour = 6;
/** Reminders per transaction, and so per notification of the office. */
const batchSize = 2000;

/** The day whose reminders are due. */
function reminderDay(now: Date): string {
  const isNight = Number(wallClock(now).slice(11, 13)) < startHour;
  return dayAfter(today(now), isNight ? -1 : 0);
}

interface DueReminder extends ExpiringDocument {
  days_before: number;
}

/** The reminder that is due for a document: the latest one, so that missed days are caught up with one reminder. */
function dueReminder(document: ExpiringDocument, day: string): DueReminder | null {
  const left = daysBetween(day, document.expires_on);
  const days_before = reminderDays.findLast((days) => left <= days) ?? null;
  if (days_before === null) return null;
  const isSent = document.reminded !== null && document.reminded <= days_before;
  return isSent ? null : { ...document, days_before };
}

function toDriver(due: DueReminder, today: string): NewNotification {
  const { user_id, employee_id, kind, expires_on, document_id, waiting_id } = due;
  const isWaiting = waiting_id !== null && waiting_id !== document_id;
  const days = daysBetween(today, expires_on);
  return {
    kind: 'driver_file',
    message: () => messages.remindDriver(kindOf(kind).label, expires_on, days, isWaiting),
    link: `/driver-file?employee=${employee_id}&item=${kind}`,
    // What the office makes is the office's to renew.
    recipients: user_id === null || kindOf(kind).from === 'office' ? [] : [user_id],
  };
}

/** One notification for all documents of a run. */
function toOffice(due: readonly DueReminder[], today: string): NewNotification {
  const [first] = due;
  const office = { kind: 'driver_file', recipients: 'admins' } as const;
  if (first && due.length === 1) {
    const { employee_id, kind, expires_on } = first;
    const days = daysBetween(today, expires_on);
    return {
      ...office,
      message: messages.remindOffice(personName(first), kindOf(kind).label, expires_on, days),
      link: `/driver-file?employee=${employee_id}&item=${kind}`,
    };
  }
  const message = messages.remindOfficeOf(due.length);
  return { ...office, message, link: '/driver-file?status=renew' };
}

/** Sends the reminders that are due and that no other node has sent; returns how many. */
async function sendReminders(ctx: AppContext): Promise<number> {
  return writeTransaction(ctx, systemActor, async (write) => {
    const { tx, now, audit } = write;
    const day = reminderDay(now);
    const documents = await selectExpiring(tx, dayAfter(day, dueDays));
    const due = documents.flatMap((row) => dueReminder(row, day) ?? []).slice(0, batchSize);
    if (due.length === 0) return 0;
    const rows = due.map(({ document_id, expires_on, days_before }) => ({
      ...{ document_id, expires_on, days_before },
    }));
    const claimed = await claimReminders(tx, rows, now.toISOString());
    const own = due.filter(({ document_id }) => claimed.has(document_id));
    if (own.length === 0) return 0;
    await notify(ctx, write, null, [
      ...own.map((one) => toDriver(one, today(now))),
      toOffice(own, today(now)),
    ]);
    await audit({ action: 'driver-file.remind', detail: { documents: own.length } });
    return own.length;
  });
}

/** Reminds drivers and the office of documents that expire, each once on all nodes together. */
export function driverFileRemindersTask(ctx: AppContext): Task {
  return {
    name: 'remind of expiring driver documents',
    every: 10 * minute,
    limit: 5 * minute,
    async run() {
      while ((await sendReminders(ctx)) > 0);
    },
  };
}
