import { setImmediate as breathe } from 'node:timers/promises';
import { employeeName } from '#contract/employee-name.ts';
import { hoursKinds, type LedgerEntry } from '#contract/hours.ts';
import type { Db } from '../../database/open.ts';
import { recordAudit } from '../../platform/audit.ts';
import type { Cursor } from '../../platform/cursor.ts';
import { notFound } from '../../platform/errors.ts';
import type { SignedIn } from '../../platform/signed-in.ts';
import {
  insertChanges,
  type LedgerRow,
  lockBalances,
  selectLedger,
  selectNewestAt,
  updateBalances,
} from './hours.queries.ts';

const piece = 500;

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

function present(row: LedgerRow): LedgerEntry {
  return {
    id: row.id,
    employee_id: row.employee_id,
    name: employeeName({ first_name: row.first_name ?? '', last_name: row.last_name ?? '' }),
    kind: row.kind,
    before: row.before_hundredths / 100,
    after: row.after_hundredths / 100,
    reason: row.reason,
    by: row.username ?? '',
    at: row.at,
  };
}

export interface LedgerQuestion {
  user: Pick<SignedIn, 'userId' | 'role'>;
  /** Whose changes; only an admin is heard. */
  employeeId: number | undefined;
}

/** One page of changes, newest first, and where the next one starts: an admin's of everybody, an employee's own. */
export async function readLedger(
  db: Db,
  { user, employeeId }: LedgerQuestion,
  limit: number | undefined,
  before: Cursor | null,
): Promise<{ entries: LedgerEntry[]; end: Cursor | null }> {
  const most = limit ?? piece;
  const whose = user.role === 'admin' ? { employeeId } : { userId: user.userId };
  const found = await selectLedger(db, whose, most + 1, before);
  const rows = found.slice(0, most);
  const last = found.length > most ? rows.at(-1) : undefined;
  return { entries: rows.map(present), end: last ? { at: last.at, id: last.id } : null };
}

/** The whole ledger as pieces of one JSON list; other calls get their turn between the pieces. */
export async function* wholeLedger(db: Db, question: LedgerQuestion): AsyncGenerator<string> {
  let before: Cursor | null = null;
  let comma = '';
  yield '[';
  do {
    const page = await readLedger(db, question, piece, before);
    const inside = JSON.stringify(page.entries).slice(1, -1);
    if (inside) yield comma + inside;
    comma = ',';
    before = page.end;
    await breathe();
  } while (before);
  yield ']';
}
