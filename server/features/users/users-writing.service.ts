import { randomBytes } from 'node:crypto';
import { users as messages } from '#contract/messages/users.ts';
import { ownWords } from '#contract/rules/password-rules.ts';
import { accountKey } from '#contract/text/text-fold.ts';
import { createUser as createEndpoint, type UserChange } from '#contract/users.ts';
import type { BodyOf } from '#contract/wire/endpoint.ts';
import { requireConfirmed, requireOpenSession } from '../../platform/accounts/actor-session.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { conflict, notFound, versionConflict } from '../../platform/runtime/errors.ts';
import {
  changedColumns,
  type SessionActor,
  type Write,
  writeTransaction,
} from '../../platform/writes/writes.ts';
import { withdrawDriverFile } from '../driver-file/driver-file.service.ts';
import { changeEmployee, getEmployeeForUpdate } from '../employees/employees.service.ts';
import { releaseInquiries } from '../inquiries/inquiry-owners.service.ts';
import {
  deleteNotificationSettings,
  deleteOfficeNotices,
} from '../notifications/notifications.service.ts';
import { mailPasswordLink } from '../passwords/password-links.service.ts';
import { requireCurrentPassword } from '../passwords/passwords.service.ts';
import { cancelUpcoming } from '../time-off/time-off-decisions.service.ts';
import { notifyOwner } from './owner-notices.service.ts';
import type { UserColumns } from './users.queries.ts';
import {
  changeAccount,
  createAccount,
  getAccountForUpdate,
  getOpenAdminsForUpdate,
  getUser,
  orTaken,
  wordsOf,
} from './users.service.ts';

/** Creates an account with a password or a mailed link to set one, once per Idempotency-Key. */
export async function createUser(
  ctx: AppContext,
  { password, send_link, ...account }: BodyOf<typeof createEndpoint>,
  actor: SessionActor,
  key: string | undefined,
): Promise<{ message: string; user_id: number }> {
  // Without a password, a random one is stored until the link sets another.
  const password_hash = password
    ? await ctx.passwords.hashChosen(password, 'password', ownWords(account))
    : await ctx.passwords.hash(randomBytes(32).toString('base64url'));
  const body = {
    ...account,
    // The hash of the body is stored: without our key, passwords can't be tested against it.
    ...(password && { password: ctx.tokens.sign(password) }),
    ...(send_link && { send_link }),
  };
  return writeTransaction(
    ctx,
    actor,
    async (write) => {
      const session = await requireOpenSession(write, actor);
      if (account.user_role === 'admin') requireConfirmed(session, write.now);
      const password_change_due = password ? 1 : 0;
      const user = { ...account, password_hash, password_change_due } as const;
      const user_id = await createAccount(write, user);
      if (send_link) {
        const made = { ...account, user_id, language: null, token_version: 1 };
        await mailPasswordLink(ctx, write, actor, made);
      }
      return { message: messages.userAdded, user_id };
    },
    { endpoint: createEndpoint, key, body },
  );
}

/** Refuses to demote or close the last admin. */
function requireAnotherAdmin(admins: readonly number[], target: number): void {
  if (admins.length === 1 && admins[0] === target) throw conflict(messages.lastAdmin);
}

/** Adds the keys by which names and addresses are compared. */
function withKeys(columns: UserColumns): UserColumns {
  const { username, user_email } = columns;
  return {
    ...columns,
    ...(username !== undefined && { username_key: accountKey(username) }),
    ...(user_email !== undefined && { email_key: accountKey(user_email) }),
  };
}

function isStale(
  { version, employee_version }: UserChange,
  current: number,
  currentEmployee: number | undefined,
): boolean {
  const isOlder = Boolean(version && version !== current);
  return isOlder || Boolean(employee_version && employee_version !== currentEmployee);
}

/** The columns of the password that is sent, if any, checked against the account's words, those that are sent included. */
async function passwordColumns(
  ctx: AppContext,
  id: number,
  change: UserChange,
  isOwn: boolean,
): Promise<UserColumns> {
  if (!change.password) return {};
  const words = [...(await wordsOf(ctx.db, id)), ...ownWords(change)];
  const password_hash = await ctx.passwords.hashChosen(change.password, 'password', words);
  return { password_hash, password_change_due: isOwn ? 0 : 1 };
}

/** Changes the keys that are sent, of the account and its employee together; equal values change nothing. */
export async function updateUser(
  ctx: AppContext,
  id: number,
  change: UserChange,
  actor: SessionActor,
): Promise<{ message: string }> {
  const isOwn = id === actor.userId;
  if (isOwn && change.user_role === 'employee') throw conflict(messages.ownRole);
  if (isOwn && change.password) await requireCurrentPassword(ctx, actor, change.current_password);
  const newPassword = await passwordColumns(ctx, id, change, isOwn);
  return writeTransaction(ctx, actor, async (write) => {
    // Before all other locks, so that admins and accounts are always locked in the same order.
    const admins = await getOpenAdminsForUpdate(write.tx);
    if (change.user_role === 'employee') requireAnotherAdmin(admins, id);
    const session = await requireOpenSession(write, actor);
    await changeUser(ctx, write, { actor, session }, id, change, newPassword);
    return { message: messages.userUpdated };
  });
}

/** What a change of an account needs to know of its writer. */
export interface AccountWriter {
  actor: SessionActor;
  session: Awaited<ReturnType<typeof requireOpenSession>>;
}

/**
 * Changes an account and its employee in the write of the caller, who has locked the open admins and demotes neither
 * themselves nor the last one. Equal values change nothing.
 */
export async function changeUser(
  ctx: AppContext,
  write: Write,
  { actor, session }: AccountWriter,
  id: number,
  change: UserChange,
  newPassword: UserColumns = {},
): Promise<void> {
  const { tx, now, audit, afterCommit } = write;
  const isOwn = id === actor.userId;
  const hasNewPassword = newPassword.password_hash !== undefined;
  const before = await getAccountForUpdate(tx, id);
  if (!before) throw notFound(messages.unknownUser);
  const employee = await getEmployeeForUpdate(tx, id);
  if (isStale(change, before.version, employee?.version)) {
    throw versionConflict(await getUser(tx, id, now));
  }

  const { username, user_email, phone_number, user_role } = change;
  const changed = changedColumns(before, { username, user_email, phone_number, user_role });
  const isGrant = changed.user_role === 'admin' || (hasNewPassword && !isOwn);
  if (isGrant) requireConfirmed(session, now);
  const columns = withKeys({ ...changed, ...newPassword });
  const endsSessions = changed.user_role !== undefined || hasNewPassword;
  if (Object.keys(columns).length > 0) {
    const names = Object.keys(changed) as (keyof typeof changed)[];
    await orTaken(changeAccount(write, id, columns, endsSessions));
    await audit({
      action: 'user.update',
      target: { kind: 'user', id, label: username ?? before.username },
      detail: {
        ...Object.fromEntries(
          names.map((name) => [name, { before: before[name], after: changed[name] }]),
        ),
        ...(hasNewPassword && { password: 'set' }),
      },
    });
    if (changed.user_role === 'employee') {
      await deleteOfficeNotices(tx, id);
      await releaseInquiries(ctx, write, actor, before);
    }
    await notifyOwner(ctx, write, actor, before, {
      hasNewPassword,
      role: changed.user_role,
      email: changed.user_email,
    });
  }
  if (employee) await changeEmployee(ctx, write, actor, employee, change);
  if (endsSessions) afterCommit(() => ctx.accountEvents.ended({ userId: id }));
}

/**
 * Closes an account: its sessions end, its username and email become free, its content stays.
 * Time off that hasn't begun is cancelled, and the notification settings are deleted.
 */
export async function closeUser(
  ctx: AppContext,
  id: number,
  actor: SessionActor,
): Promise<{ message: string }> {
  if (id === actor.userId) throw conflict(messages.oneself);
  return writeTransaction(ctx, actor, async (write) => {
    const { tx, now, audit, afterCommit } = write;
    requireAnotherAdmin(await getOpenAdminsForUpdate(tx), id);
    await requireOpenSession(write, actor);
    const before = await getAccountForUpdate(tx, id);
    if (!before) throw notFound(messages.unknownUser);
    await changeAccount(write, id, { closed_at: now.toISOString() }, true);
    await audit({
      action: 'user.close',
      target: { kind: 'user', id, label: before.username },
      detail: { username: before.username, role: before.user_role },
    });
    await deleteOfficeNotices(tx, id);
    await releaseInquiries(ctx, write, actor, before);
    await cancelUpcoming(ctx, write, actor, id);
    const employee = await getEmployeeForUpdate(tx, id);
    if (employee) await withdrawDriverFile(write, employee.employee_id);
    await deleteNotificationSettings(tx, id);
    afterCommit(() => ctx.accountEvents.ended({ userId: id }));
    return { message: messages.deleted };
  });
}
