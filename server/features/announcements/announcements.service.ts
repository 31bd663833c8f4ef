import {
  type Announcement,
  type AnnouncementReader,
  announcementsEvent,
  createAnnouncement as createEndpoint,
} from '#contract/announcements.ts';
import { confirmation, announcements as messages } from '#contract/messages/announcements.ts';
import { instantOf } from '#contract/rules/business-days.ts';
import { today } from '#contract/rules/dates.ts';
import { dayLabel } from '#contract/rules/office-hours.ts';
import { timeOf } from '#contract/rules/quiet-hours.ts';
import { personName } from '#contract/text/employee-name.ts';
import { t } from '#contract/text/languages.ts';
import type { BodyOf } from '#contract/wire/endpoint.ts';
import type { Db } from '../../database/open.ts';
import { deleteRecord, insertRecord, selectRecordForUpdate } from '../../database/records.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { pageOf, type ReadPage } from '../../platform/http/lists.ts';
import { conflict, invalid, notFound } from '../../platform/runtime/errors.ts';
import { forEach, type Task } from '../../platform/runtime/tasks.ts';
import {
  type Actor,
  systemActor,
  type Write,
  writeTransaction,
} from '../../platform/writes/writes.ts';
import { labelOf, notify } from '../notifications/notifications.service.ts';
import {
  type AnnouncementColumns,
  findAnnouncement,
  selectAnnouncements,
  selectAudience,
  selectDue,
  selectReaders,
  updateAnnouncementRow,
} from './announcements.queries.ts';

type Input = BodyOf<typeof createEndpoint>;

/** Minutes before people can be reminded again. */
const remindAgainMinutes = 10;

const idsOf = (text: string) => JSON.parse(text) as number[];

/** The instant of a day and a time on the company's clock; now without both. */
function plannedFor({ send_on, send_minute }: Input, now: Date): Date {
  if (send_on === null && send_minute === null) return now;
  const wall = `${send_on ?? today(now)}T${timeOf(send_minute ?? 0)}:00.000`;
  return new Date(instantOf(wall, now));
}

/** Its text in the language of each reader. */
const textOf =
  ({ message, message_es }: Pick<AnnouncementColumns, 'message' | 'message_es'>) =>
  () =>
    t(message, message_es || message);

function auditTarget(id: number, message: string) {
  return { kind: 'announcement', id, label: labelOf(message) };
}

/** Announcements, newest first. */
export function listAnnouncements({ db }: Pick<AppContext, 'db'>): ReadPage<Announcement> {
  return async (before, limit) => {
    const announcements = (await selectAnnouncements(db, before, limit)).map((row) => ({
      announcement_id: row.announcement_id,
      message: row.message,
      message_es: row.message_es || undefined,
      department: row.department,
      position: row.position,
      user_ids: idsOf(row.user_ids),
      must_confirm: row.must_confirm,
      is_safety: row.is_safety,
      send_at: row.send_at,
      sent_at: row.sent_at,
      sent_by: personName(row),
      recipients: Number(row.recipients),
      read_count: Number(row.read_count),
      confirmed_count: Number(row.confirmed_count),
    }));
    return pageOf(announcements, limit, (row) => ({ at: '', id: row.announcement_id }));
  };
}

/** Sends an announcement, or plans it, once per Idempotency-Key. A time that has passed means now; an audience of nobody is 400. */
export function createAnnouncement(
  ctx: AppContext,
  body: Input,
  actor: Actor,
  key: string | undefined,
): Promise<{ message: string; announcement_id: number }> {
  return writeTransaction(
    ctx,
    actor,
    async (write) => {
      const { tx, now, audit, publish } = write;
      const { send_on: _on, send_minute: _minute, user_ids, ...fields } = body;
      const at = now.toISOString();
      const planned = plannedFor(body, now);
      const isLater = planned > now;
      const send_at = (isLater ? planned : now).toISOString();
      const audience = { ...fields, userIds: user_ids };
      if ((await selectAudience(tx, audience)).length === 0) {
        throw invalid({ user_ids: messages.nobody }, messages.nobody);
      }
      const row = {
        ...fields,
        user_ids: JSON.stringify(user_ids),
        send_at,
        sent_at: null,
        sender_id: actor.userId,
        notification_id: null,
        spanish_notification_id: null,
        reminded_at: null,
        created_at: at,
      };
      const announcement_id = await insertRecord(tx, 'announcements', row);
      await audit({
        action: 'announcement.create',
        target: auditTarget(announcement_id, body.message),
        detail: { send_at, must_confirm: body.must_confirm, is_safety: body.is_safety },
      });
      if (!isLater) await deliver(ctx, write, { ...row, announcement_id });
      publish('admins', announcementsEvent);
      const message = isLater ? messages.scheduled(dayLabel(planned.toISOString())) : messages.sent;
      return { message, announcement_id };
    },
    { endpoint: createEndpoint, key, body },
  );
}

/** Sends it to the people who match now: those who read Spanish get its Spanish version. */
async function deliver(
  ctx: AppContext,
  write: Write,
  { announcement_id, must_confirm, is_safety, user_ids, ...row }: AnnouncementColumns,
): Promise<void> {
  const { message } = row;
  const audience = { ...row, userIds: idsOf(user_ids) };
  const recipients = await selectAudience(write.tx, audience);
  const [notification_id = null, spanish_notification_id = null] = await notify(ctx, write, null, [
    {
      ...{ kind: 'announcement', message: row.message_es ? textOf(row) : message, recipients },
      ...{ mustConfirm: must_confirm, isSafety: is_safety === 1 },
    },
  ]);
  const sent_at = write.now.toISOString();
  const change = { sent_at, notification_id, spanish_notification_id };
  await updateAnnouncementRow(write.tx, announcement_id, change);
  await write.audit({
    action: 'announcement.send',
    target: auditTarget(announcement_id, message),
    detail: { recipients: recipients.length },
  });
}

/** Sends the announcements whose time has come; several nodes send each one once. */
export function announcementsTask(ctx: AppContext): Task {
  return {
    name: 'send announcements',
    every: 20_000,
    limit: 60_000,
    run: async () =>
      forEach(await selectDue(ctx.db, ctx.now().toISOString()), (id) =>
        writeTransaction(ctx, systemActor, async (write) => {
          const row = await selectRecordForUpdate(write.tx, 'announcements', id);
          if (!row || row.sent_at !== null) return;
          await deliver(ctx, write, row);
          write.publish('admins', announcementsEvent);
        }),
      ),
  };
}

/** Deletes one that isn't sent; 404 when there is none, 409 for a sent one. */
export function deleteAnnouncement(
  ctx: AppContext,
  id: number,
  actor: Actor,
): Promise<{ message: string }> {
  return writeTransaction(ctx, actor, async ({ tx, audit, publish }) => {
    const row = await selectRecordForUpdate(tx, 'announcements', id);
    if (!row) throw notFound(messages.gone);
    if (row.sent_at !== null) throw conflict(messages.alreadySent);
    await deleteRecord(tx, 'announcements', id);
    await audit({ action: 'announcement.delete', target: auditTarget(id, row.message) });
    publish('admins', announcementsEvent);
    return { message: messages.deleted };
  });
}

/** The people who got it, without closed accounts; 404 when there is no such announcement. */
export async function listReaders(ctx: AppContext, id: number): Promise<AnnouncementReader[]> {
  const row = await findAnnouncement(ctx.db, id);
  if (!row) throw notFound(messages.gone);
  return readersOf(ctx.db, row);
}

async function readersOf(db: Db, row: AnnouncementColumns): Promise<AnnouncementReader[]> {
  const rows = await selectReaders(db, row);
  return rows
    .filter(({ closed_at }) => closed_at === null)
    .map((reader) => ({
      user_id: reader.user_id,
      name: personName(reader),
      read_at: reader.read_at,
      confirmed_at: reader.confirmed_at,
    }));
}

/** Notifies those who haven't confirmed; 409 when there are none, or when they have just been reminded. */
export function remind(ctx: AppContext, id: number, actor: Actor): Promise<{ message: string }> {
  return writeTransaction(ctx, actor, async (write) => {
    const row = await selectRecordForUpdate(write.tx, 'announcements', id);
    if (!row) throw notFound(messages.gone);
    const { message, must_confirm, reminded_at } = row;
    const readers = await readersOf(write.tx, row);
    const missing = readers.filter(({ confirmed_at }) => confirmed_at === null);
    if (must_confirm === 0 || missing.length === 0) throw conflict(messages.noneMissing);
    const since = new Date(write.now.getTime() - remindAgainMinutes * 60_000).toISOString();
    if (reminded_at !== null && reminded_at > since) {
      throw conflict(messages.justReminded(remindAgainMinutes));
    }
    await updateAnnouncementRow(write.tx, id, { reminded_at: write.now.toISOString() });
    const recipients = missing.map(({ user_id }) => user_id);
    const reminder = () => confirmation.reminder(labelOf(textOf(row)()));
    await notify(ctx, write, null, [
      { kind: 'announcement', message: reminder, link: '/notifications', recipients },
    ]);
    await write.audit({
      action: 'announcement.remind',
      target: auditTarget(id, message),
      detail: { recipients: recipients.length },
    });
    return { message: messages.reminded(recipients.length) };
  });
}
