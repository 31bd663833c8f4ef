import { timeOff as messages, usPeriod } from '#contract/messages/time-off.ts';
import { today } from '#contract/rules/dates.ts';
import { timeOffReason } from '#contract/rules/ledger-reasons.ts';
import { personName } from '#contract/text/employee-name.ts';
import { maxUndoSeconds, type updateTimeOff as updateEndpoint } from '#contract/time-off.ts';
import type { BodyOf } from '#contract/wire/endpoint.ts';
import { updateRecord } from '../../database/records.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { conflict, forbidden, notFound, versionConflict } from '../../platform/runtime/errors.ts';
import {
  type Actor,
  currentRow,
  type Write,
  writeTransaction,
} from '../../platform/writes/writes.ts';
import { changePto } from '../employees/employees.service.ts';
import { notify, withdraw } from '../notifications/notifications.service.ts';
import { getUser } from '../users/users.service.ts';
import {
  selectEmployeeForUpdate,
  selectTimeOffForUpdate,
  selectUpcomingIds,
  type TimeOffRow,
} from './time-off.queries.ts';
import {
  type Asking,
  auditOf,
  describe,
  linkTo,
  publishTimeOff,
  refuseClash,
  toDto,
} from './time-off.service.ts';

type Decision = Pick<BodyOf<typeof updateEndpoint>, 'status' | 'reason'>;

const actions = {
  requested: 'time-off.undo',
  approved: 'time-off.approve',
  declined: 'time-off.decline',
  cancelled: 'time-off.cancel',
} as const;

/** Refuses what can't follow: an approved request can only be cancelled, or right after the approval be undone. */
function requirePossible(row: TimeOffRow, { status }: Decision, now: Date): void {
  const { status: before, decided_at } = row;
  if (status === 'requested') {
    const since = now.getTime() - Date.parse(decided_at ?? '');
    if (before === 'approved' && since <= maxUndoSeconds * 1000) return;
    throw versionConflict(toDto(row), messages.tooLateToUndo);
  }
  if (before === 'requested' || (before === 'approved' && status === 'cancelled')) return;
  throw versionConflict(toDto(row), messages.alreadyDecided(before));
}

/** Takes or gives back the hours of a decision; 409 when the balance is too low. */
async function moveHours(
  ctx: AppContext,
  write: Write,
  actor: Actor,
  row: TimeOffRow,
  { status }: Decision,
): Promise<void> {
  const { employee_id: employeeId, hours_hundredths: hours, takes_pto, status: before } = row;
  if (status === 'approved') {
    await selectEmployeeForUpdate(write.tx, employeeId);
    await refuseClash(write.tx, row, ['approved'], row.user_id === actor.userId);
  }
  if (takes_pto === 0) return;
  if (status === 'approved') {
    const change = { employeeId, by: -hours, reason: timeOffReason(status, usPeriod(row)) };
    const short = await changePto(ctx, write, actor, change);
    if (short === null) return;
    throw conflict(messages.notEnough(personName(row), short.pto_hundredths / 100, hours / 100));
  }
  if (before !== 'approved') return;
  const change = status === 'requested' ? status : 'cancelled';
  const reason = timeOffReason(change, usPeriod(row));
  await changePto(ctx, write, actor, { employeeId, by: hours, reason });
}

/** Stores a decision about a locked request, with its hours, audit entry and live updates. */
async function decide(
  ctx: AppContext,
  write: Write,
  actor: Actor,
  row: TimeOffRow,
  decision: Decision,
): Promise<void> {
  const { time_off_id: id } = row;
  if (decision.status === 'cancelled') await withdraw(write, [linkTo(id)]);
  await moveHours(ctx, write, actor, row, decision);
  const isDecided = decision.status !== 'requested';
  await updateRecord(write.tx, 'time_off', id, {
    ...decision,
    decided_by: isDecided ? actor.userId : null,
    decided_at: isDecided ? write.now.toISOString() : null,
  });
  const { target, detail } = auditOf(id, row);
  await write.audit({ action: actions[decision.status], target, detail });
  publishTimeOff(write, row.user_id);
}

/** Notifies the employee and the office; the actor never. */
async function notifyBoth(
  ctx: AppContext,
  write: Write,
  actor: Actor,
  row: TimeOffRow,
  status: Exclude<Decision['status'], 'requested'>,
  reason: string,
): Promise<void> {
  const [what, who, link] = [describe(row), personName(row), linkTo(row.time_off_id)];
  const isOwn = row.user_id === actor.userId;
  const user = isOwn ? undefined : await getUser(write.tx, actor.userId);
  const decider = user ? personName(user) : who;
  const toOffice =
    isOwn && status === 'cancelled'
      ? messages.notices.withdrawn(who, what)
      : messages.notices.decided(decider, who, status, what);
  const employee = row.user_id === null || row.closed_at !== null ? [] : [row.user_id];
  const about = { kind: 'time_off', link } as const;
  await notify(ctx, write, actor.userId, [
    {
      ...about,
      message: () => messages.notices[status](describe(row), reason),
      recipients: employee,
    },
    { ...about, message: toOffice, recipients: 'admins', except: row.user_id },
  ]);
}

/** Tells the employee and the office that an approval is undone. */
async function notifyUndone(
  ctx: AppContext,
  write: Write,
  actor: Actor,
  row: TimeOffRow,
): Promise<void> {
  const [what, who, link] = [describe(row), personName(row), linkTo(row.time_off_id)];
  const employee = row.user_id === null ? [] : [row.user_id];
  await withdraw(write, [link], employee);
  const about = { kind: 'time_off', link } as const;
  await notify(ctx, write, actor.userId, [
    { ...about, message: () => messages.notices.undone(describe(row)), recipients: employee },
    {
      ...about,
      ...{ message: messages.notices.undoneOf(who, what), recipients: 'admins' },
      except: row.user_id,
    },
  ]);
}

/** Approves a new request, which its recorder announces. */
export async function approve(
  ctx: AppContext,
  write: Write,
  actor: Actor,
  id: number,
): Promise<void> {
  const row = await selectTimeOffForUpdate(write.tx, id);
  if (row) await decide(ctx, write, actor, row, { status: 'approved', reason: '' });
}

/** Approves, declines, cancels or undoes an approval; 404 for others' requests, 409 when it was decided before or has started. */
export async function updateTimeOff(
  ctx: AppContext,
  id: number,
  { version, ...decision }: BodyOf<typeof updateEndpoint>,
  { userId, role }: Asking,
  actor: Actor,
): Promise<{ message: string }> {
  return writeTransaction(ctx, actor, async (write) => {
    const found = await selectTimeOffForUpdate(write.tx, id);
    const isVisible = role === 'admin' || found?.user_id === userId;
    if (!found || !isVisible) throw notFound(messages.gone);
    if (role !== 'admin' && decision.status !== 'cancelled') throw forbidden();
    const isRepeat = found.status === 'cancelled' && decision.status === 'cancelled';
    // Its reply was lost, or the phone had no connection.
    if (isRepeat && found.decided_by === userId) return { message: messages.updated.cancelled };
    requirePossible(found, decision, write.now);
    const row = await currentRow(found, version, toDto);
    if (role !== 'admin' && row.from_date <= today(write.now)) {
      throw conflict(messages.alreadyStarted);
    }
    await decide(ctx, write, actor, row, decision);
    if (decision.status === 'requested') await notifyUndone(ctx, write, actor, row);
    else await notifyBoth(ctx, write, actor, row, decision.status, decision.reason);
    return { message: messages.updated[decision.status] };
  });
}

/**
 * Cancels what an account that is being closed has requested or has not begun, without notifications: nobody will be
 * away, and the balance is what the person leaves with.
 */
export async function cancelUpcoming(
  ctx: AppContext,
  write: Write,
  actor: Actor,
  userId: number,
): Promise<void> {
  for (const id of await selectUpcomingIds(write.tx, userId, today(write.now))) {
    const row = await selectTimeOffForUpdate(write.tx, id);
    const isOpen = row?.status === 'requested' || row?.status === 'approved';
    if (row && isOpen) await decide(ctx, write, actor, row, { status: 'cancelled', reason: '' });
  }
}
