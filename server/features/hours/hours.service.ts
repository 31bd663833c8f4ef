import {
  hoursEvent,
  hoursKinds,
  type LedgerEntry,
  type listLedger as listEndpoint,
} from '#contract/hours.ts';
import { hours as messages } from '#contract/messages/users.ts';
import { personName } from '#contract/text/employee-name.ts';
import type { AuthUser } from '../../platform/accounts/access.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { type FilterOf, pageOf, type ReadPage } from '../../platform/http/lists.ts';
import { notFound } from '../../platform/runtime/errors.ts';
import type { Actor, Write } from '../../platform/writes/writes.ts';
import { notify } from '../notifications/notifications.service.ts';
import {
  insertChanges,
  type LedgerRow,
  selectBalancesForUpdate,
  selectLedger,
  selectNewestAt,
  updateBalances,
} from './hours.queries.ts';

export interface HoursEdit {
  employeeId: number;
  /** The new balances in hundredths of an hour; a kind that is left out stays as it is. */
  changes: { pto?: number; work?: number };
  /** Why, or ''. */
  reason: string;
  /** The opening balances of a new employee: no notification. */
  isOpening?: boolean;
  /** The caller notifies the employee. */
  isNotified?: boolean;
}

/**
 * Sets balances through the ledger, audits it as `hours.update`, and notifies the employee. Equal values
 * write nothing; no such employee is 404. Raising the employee's `version` is up to the caller.
 */
export async function setHours(
  ctx: AppContext,
  write: Write,
  actor: Actor,
  { employeeId, changes, reason, isOpening, isNotified }: HoursEdit,
): Promise<void> {
  const { tx, now, audit, publish } = write;
  const kinds = hoursKinds.filter((kind) => changes[kind] !== undefined);
  if (kinds.length === 0) return;
  // Locked before it is read, so that the balance is the sum of its changes under any interleaving.
  const locked = await selectBalancesForUpdate(tx, employeeId);
  if (!locked) throw notFound();
  const changed = kinds
    .map((kind) => ({
      kind,
      before: locked[`${kind}_hundredths`],
      after: changes[kind] ?? locked[`${kind}_hundredths`],
    }))
    .filter(({ before, after }) => before !== after);
  if (changed.length === 0) return;

  // A transaction that waited for the lock has an older clock; the ledger is in the order of the writes.
  const newest = await selectNewestAt(tx, employeeId);
  const own = now.toISOString();
  const at = newest && newest > own ? newest : own;
  await insertChanges(
    tx,
    changed.map(({ kind, before, after }) => ({
      employee_id: employeeId,
      kind,
      before_hundredths: before,
      after_hundredths: after,
      reason,
      user_id: actor.userId,
      at,
    })),
  );
  await updateBalances(
    tx,
    employeeId,
    Object.fromEntries(changed.map(({ kind, after }) => [`${kind}_hundredths`, after])),
  );
  const inHours = changed.map(({ kind, before, after }) => ({
    kind,
    before: before / 100,
    after: after / 100,
  }));
  await audit({
    action: 'hours.update',
    target: { kind: 'employee', id: employeeId, label: personName(locked) },
    detail: Object.fromEntries(
      inHours.map(({ kind, before, after }) => [`${kind}_hours`, { before, after }]),
    ),
  });
  if (isOpening) return;
  const recipients = locked.user_id === null ? [] : [locked.user_id];
  if (!isNotified) {
    const message = () => messages.changed(inHours, reason);
    await notify(ctx, write, actor.userId, [
      { kind: 'hours', message, link: '/Hours', recipients },
    ]);
  }
  publish(recipients, hoursEvent);
  publish('admins', hoursEvent);
}

function toDto(row: LedgerRow): LedgerEntry {
  return {
    id: row.id,
    employee_id: row.employee_id,
    name: personName({ first_name: row.first_name, last_name: row.last_name }),
    kind: row.kind,
    before: row.before_hundredths / 100,
    after: row.after_hundredths / 100,
    reason: row.reason,
    by: row.username ?? '',
    at: row.at,
  };
}

/** Changes, newest first: everyone's for admins, their own for employees. */
export function listLedger(
  { db }: Pick<AppContext, 'db'>,
  { userId, role }: Pick<AuthUser, 'userId' | 'role'>,
  { employee_id: employeeId }: FilterOf<typeof listEndpoint>,
): ReadPage<LedgerEntry> {
  const owner = role === 'admin' ? { employeeId } : { userId };
  return async (before, limit) => {
    const entries = (await selectLedger(db, owner, before, limit)).map(toDto);
    return pageOf(entries, limit, ({ at, id }) => ({ at, id }));
  };
}
