import { general } from '#contract/messages/general.ts';
import { users as say } from '#contract/messages/people.ts';
import type { UserChange } from '#contract/users.ts';
import type { Db } from '../../database/open.ts';
import type { UserRow } from '../../database/tables.ts';
import { recordAudit } from '../../platform/audit.ts';
import { conflict, notFound, notSignedIn } from '../../platform/errors.ts';
import type { Ground } from '../../platform/ground.ts';
import { changeEmployee, lockEmployeeOf } from '../employees/employees.service.ts';
import { changeUser, lockOpenAdmins, lockUser, type UserColumns } from './users.queries.ts';
import { keyOf, orTaken, readUser } from './users.service.ts';

export interface Actor {
  userId: number;
  ip: string;
}

/** What of an account is told in the audit log as it was and as it is. */
const told = ['username', 'user_email', 'phone_number', 'user_role'] as const;

/** The told columns whose values differ from the row's. */
function differing(before: UserRow, change: UserChange) {
  return told.filter((name) => change[name] !== undefined && change[name] !== before[name]);
}

function columnsOf(change: UserChange, names: ReturnType<typeof differing>): UserColumns {
  const columns: UserColumns = Object.fromEntries(names.map((name) => [name, change[name]]));
  if (columns.username !== undefined) columns.username_key = keyOf(columns.username);
  if (columns.user_email !== undefined) columns.email_key = keyOf(columns.user_email);
  return columns;
}

/** Holds the admins while one of them may go; the last one may not, and who acts must still be one. */
async function holdAdmins(tx: Db, ground: Ground, target: number, by: Actor): Promise<void> {
  const admins = await lockOpenAdmins(tx, ground.engine);
  if (admins.length === 1 && admins[0] === target) throw conflict(say.lastAdmin);
  if (!admins.includes(by.userId)) throw notSignedIn();
}

/** Changes the keys that are sent, of the account and its employee together; equal values change nothing. */
export async function reviseUser(
  ground: Ground,
  id: number,
  change: UserChange,
  by: Actor,
): Promise<void> {
  const password_hash = change.password ? await ground.passwords.hash(change.password) : null;
  const now = ground.now();
  const tokensEnd = await ground.db.transaction().execute(async (tx) => {
    // First of all locks, so that whoever needs one of them and the admins takes them in one order.
    if (change.user_role === 'employee') await holdAdmins(tx, ground, id, by);
    const before = await lockUser(tx, id);
    if (!before) throw notFound(say.unknownUser);
    const employee = await lockEmployeeOf(tx, id);
    const { version, employee_version } = change;
    const stale =
      (version && version !== before.version) ||
      (employee_version && employee_version !== employee?.version);
    if (stale) throw conflict(general.stale, await readUser(tx, id));

    const names = differing(before, change);
    const ends = names.includes('user_role') || password_hash !== null;
    if (names.length > 0 || password_hash !== null) {
      const columns = columnsOf(change, names);
      if (password_hash !== null) columns.password_hash = password_hash;
      await orTaken(changeUser(tx, id, columns, ends));
      await recordAudit(tx, now, {
        ...by,
        action: 'user.update',
        target: { kind: 'user', id },
        detail: {
          ...Object.fromEntries(
            names.map((name) => [name, { before: before[name], after: change[name] }]),
          ),
          ...(password_hash !== null && { password: 'set' }),
        },
      });
    }
    if (employee) await changeEmployee(tx, employee, change, '', { ...by, now });
    return ends;
  });
  if (tokensEnd) ground.accountEvents.ended({ userId: id });
}

/** Closes an account: its tokens die, its name and address become free, what it wrote stays. */
export async function closeUser(ground: Ground, id: number, by: Actor): Promise<void> {
  if (id === by.userId) throw conflict(say.oneself);
  const now = ground.now();
  await ground.db.transaction().execute(async (tx) => {
    await holdAdmins(tx, ground, id, by);
    const before = await lockUser(tx, id);
    if (!before) throw notFound(say.unknownUser);
    await changeUser(tx, id, { closed_at: now.toISOString() }, true);
    await recordAudit(tx, now, {
      ...by,
      action: 'user.close',
      target: { kind: 'user', id },
      detail: { username: before.username, role: before.user_role },
    });
  });
  ground.accountEvents.ended({ userId: id });
}
