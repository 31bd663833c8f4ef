import { dutyEvent, type updateDuty as updateEndpoint } from '#contract/duty.ts';
import { duty as messages } from '#contract/messages/duty.ts';
import { instantOf } from '#contract/rules/business-days.ts';
import { dayAfter, today } from '#contract/rules/dates.ts';
import { officeAt, weekdayLabel } from '#contract/rules/office-hours.ts';
import { timeOf } from '#contract/rules/quiet-hours.ts';
import type { BodyOf } from '#contract/wire/endpoint.ts';
import type { Db } from '../../database/open.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { notFound } from '../../platform/runtime/errors.ts';
import { type Actor, writeTransaction } from '../../platform/writes/writes.ts';
import { getAccountForUpdate } from '../users/users.service.ts';
import { deleteDutyRow, selectDuty, selectDutyEnd, upsertDuty } from './duty.queries.ts';

/**
 * When a duty that begins now ends: at those minutes after midnight on the company's clock, today or tomorrow; without
 * them when the office closes or, while it is closed, when it opens.
 */
export function dutyEnd(now: Date, minute: number | null): string {
  if (minute === null) return officeAt(now).until;
  const on = (day: string) => new Date(instantOf(`${day}T${timeOf(minute)}:00.000`, now));
  const end = on(today(now));
  return (end > now ? end : on(dayAfter(today(now)))).toISOString();
}

/** The admins on duty, each until when. */
export function listDuty(db: Db, now: Date): Promise<{ user_id: number; until: string }[]> {
  return selectDuty(db, now.toISOString());
}

/** An open admin's account, locked until the transaction ends; 404 for anyone else. */
async function adminForUpdate(tx: Db, userId: number) {
  const account = await getAccountForUpdate(tx, userId);
  if (account?.user_role !== 'admin') throw notFound(messages.notAdmin);
  return account;
}

const auditTarget = (id: number, label: string) => ({ kind: 'user', id, label });

/** Sets an admin on duty, or changes until when; repeating it changes nothing. 404 when that is no open admin. */
export function updateDuty(
  ctx: AppContext,
  userId: number,
  { until_minute }: BodyOf<typeof updateEndpoint>,
  actor: Actor,
): Promise<{ message: string }> {
  return writeTransaction(ctx, actor, async ({ tx, now, audit, publish }) => {
    const { username } = await adminForUpdate(tx, userId);
    const until = dutyEnd(now, until_minute);
    if ((await selectDutyEnd(tx, userId)) !== until) {
      await upsertDuty(tx, { user_id: userId, until, set_by: actor.userId });
      const target = auditTarget(userId, username);
      await audit({ action: 'duty.start', target, detail: { until } });
      publish('everyone', dutyEvent);
    }
    return { message: messages.started(username, weekdayLabel(until)) };
  });
}

/** Sets an admin off duty; nothing when they aren't on duty. 404 when that is no open admin. */
export function deleteDuty(
  ctx: AppContext,
  userId: number,
  actor: Actor,
): Promise<{ message: string }> {
  return writeTransaction(ctx, actor, async ({ tx, now, audit, publish }) => {
    const { username } = await adminForUpdate(tx, userId);
    if (await deleteDutyRow(tx, userId, now.toISOString())) {
      await audit({ action: 'duty.end', target: auditTarget(userId, username) });
      publish('everyone', dutyEvent);
    }
    return { message: messages.ended(username) };
  });
}
