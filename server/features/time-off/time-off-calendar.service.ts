import { company } from '#contract/company/profile.ts';
import { timeOff as messages } from '#contract/messages/time-off.ts';
import { earliestDate, hoursPerDay } from '#contract/rules/time-off-rules.ts';
import { personName } from '#contract/text/employee-name.ts';
import { kindLabel } from '#contract/time-off.ts';
import { parseId } from '#contract/wire/fields.ts';
import { isSignatureOf, signatureOf } from '../../platform/accounts/signed-links.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { type CalendarEvent, calendarText } from '../../platform/formats/icalendar.ts';
import { notFound } from '../../platform/runtime/errors.ts';
import { inLanguage } from '../../platform/runtime/languages.ts';
import { type Actor, writeTransaction } from '../../platform/writes/writes.ts';
import { languageOf } from '../session/session.service.ts';
import { getAccount, raiseCalendarRevision } from '../users/users.service.ts';
import { selectApproved, selectCalendarRevision, type TimeOffRow } from './time-off.queries.ts';

/** Where the feeds are; a person's own file follows. */
export const calendarPath = '/time-off';
const fileName = /^(\d{1,10})-([\w-]{43})\.ics$/;

/** The secret is derived, so that the database doesn't hold it. */
const linkOf = (userId: number, revision: number) => ({
  target: 'time-off calendar',
  ...{ userId, revision },
});

function pathOf(ctx: AppContext, userId: number, revision: number): string {
  return `${calendarPath}/${userId}-${signatureOf(ctx, linkOf(userId, revision))}.ics`;
}

/** The path of a person's feed. */
export async function getCalendar(ctx: AppContext, userId: number): Promise<{ path: string }> {
  return { path: pathOf(ctx, userId, await selectCalendarRevision(ctx.db, userId)) };
}

/** Replaces the path of a person's feed; the old one ends. */
export async function renewCalendar(
  ctx: AppContext,
  actor: Actor,
): Promise<{ message: string; path: string }> {
  return writeTransaction(ctx, actor, async ({ tx, now, audit }) => {
    const revision = await raiseCalendarRevision(tx, actor.userId, now.toISOString());
    await audit({ action: 'time-off.calendar' });
    return { message: messages.calendarRenewed, path: pathOf(ctx, actor.userId, revision) };
  });
}

/** Others' entries name neither kind nor hours: calendars show up on shared screens. */
function toEvent(row: TimeOffRow, isOwn: boolean): CalendarEvent {
  const hours = row.hours_hundredths / 100;
  const part = hours < hoursPerDay ? ` (${messages.hoursOf(hours)})` : '';
  return {
    uid: `time-off-${row.time_off_id}@${company.email.split('@')[1]}`,
    stamp: row.decided_at ?? row.created_at,
    from: row.from_date,
    to: row.to_date,
    summary: isOwn ? `${kindLabel(row.kind)}${part}` : messages.awayTitle(personName(row)),
    category: 'TIME OFF',
    isFree: !isOwn,
  };
}

/** The feed of a file name: approved time off, for admins everyone's. 404 for a wrong or former address. */
export async function readCalendar(ctx: AppContext, file: string): Promise<string> {
  const [, digits = '', secret = ''] = fileName.exec(file) ?? [];
  const userId = parseId(digits);
  if (userId === undefined) throw notFound();
  const account = await getAccount(ctx.db, { userId });
  const revision = await selectCalendarRevision(ctx.db, userId);
  if (!isSignatureOf(ctx, linkOf(userId, revision), secret) || !account) throw notFound();
  const isOffice = account.user_role === 'admin';
  const rows = await selectApproved(ctx.db, isOffice ? null : userId, earliestDate(ctx.now()));
  // The office reads English.
  const language = isOffice ? null : await languageOf(ctx.db, userId);
  return inLanguage(language ?? 'en', () =>
    calendarText({
      name: messages.calendarName(company.name),
      product: [company.name, 'Time Off'],
      refresh: 'PT1H',
      events: rows.map((row) => toEvent(row, row.user_id === userId)),
    }),
  );
}
