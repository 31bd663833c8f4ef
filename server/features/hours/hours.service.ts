import { hoursKinds } from '#contract/hours.ts';
import type { Db } from '../../database/open.ts';
import { recordAudit } from '../../platform/audit.ts';
import { notFound } from '../../platform/errors.ts';
import { insertChanges, lockBalances, selectNewestAt, updateBalances } from './hours.queries.ts';

export interface HoursEdit {
  employeeId: number;
  /** The new balances in hundredths of an hour; a kind that is left out stays as it is. */
  changes: { pto?: number; work?: number };
  /** Why, or ''. */
  reason: string;
  by: { userId: number | null; ip: string };
  now: Date;
}

/**
 * Sets balances through the ledger in the caller's transaction, and audits it as `hours.update`.
 * Equal values write nothing; no such employee is 404. The employee's `version` is the caller's to raise.
 */
export async function setHours(tx: Db, edit: HoursEdit): Promise<void> {
  const { employeeId, changes, by } = edit;
  const wanted = hoursKinds.filter((kind) => changes[kind] !== undefined);
  if (wanted.length === 0) return;
  // Locked before it is read, so that the balance is the sum of its changes under any interleaving.
  const held = await lockBalances(tx, employeeId);
  if (!held) throw notFound();
  const made = wanted
    .map((kind) => ({
      kind,
      before: held[`${kind}_hundredths`],
      after: changes[kind] ?? held[`${kind}_hundredths`],
    }))
    .filter(({ before, after }) => before !== after);
  if (made.length === 0) return;

  // Whoever waited for the lock has an older clock; the order of the ledger is the order of the writes.
  const newest = await selectNewestAt(tx, employeeId);
  const now = edit.now.toISOString();
  const at = newest && newest > now ? newest : now;
  await insertChanges(
    tx,
    made.map(({ kind, before, after }) => ({
      employee_id: employeeId,
      kind,
      before_hundredths: before,
      after_hundredths: after,
      reason: edit.reason,
      user_id: by.userId,
      at,
    })),
  );
  await updateBalances(
    tx,
    employeeId,
    Object.fromEntries(made.map(({ kind, after }) => [`${kind}_hundredths`, after])),
  );
  await recordAudit(tx, edit.now, {
    ...by,
    action: 'hours.update',
    target: { kind: 'employee', id: employeeId },
    detail: Object.fromEntries(
      made.map(({ kind, before, after }) => [
        `${kind}_hours`,
        { before: before / 100, after: after / 100 },
      ]),
    ),
  });
}
