import { randomBytes } from 'node:crypto';
import type { BodyOf } from '#contract/endpoint.ts';
import { users as messages } from '#contract/messages/users.ts';
import { ownWords } from '#contract/password-rules.ts';
import { createUser as createEndpoint, type UserChange } from '#contract/users.ts';
import type { Db } from '../../database/open.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { conflict, notFound, notSignedIn, versionConflict } from '../../platform/errors.ts';
import { type Actor, changedColumns, writeTransaction } from '../../platform/writes.ts';
import { changeEmployee, getEmployeeForUpdate } from '../employees/employees.service.ts';
import { mailPasswordLink } from '../passwords/passwords.service.ts';
import { selectOpenAdminsForUpdate, type UserColumns } from './users.queries.ts';
import {
  changeAccount,
  createAccount,
  getAccountForUpdate,
  getUser,
  keyOf,
  orTaken,
  wordsOf,
} from './users.service.ts';

/** Creates an account with a password or a mailed link to set one, once per Idempotency-Key. */
export async function createUser(
  ctx: AppContext,
  { password, send_link, ...account }: BodyOf<typeof createEndpoint>,
  actor: Actor,
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
      const user_id = await createAccount(write, { ...account, password_hash });
      if (send_link) await mailPasswordLink(ctx, write, actor, { ...account, user_id });
      return { message: messages.userAdded, user_id };
    },
    { endpoint: createEndpoint, key, body },
  );
}

/** Locks the admins before one is demoted or closed: one must remain, and the actor must still be one. */
async function requireAnotherAdmin(
  tx: Db,
  ctx: AppContext,
  target: number,
  actor: Actor,
): Promise<void> {
  const admins = await selectOpenAdminsForUpdate(tx, ctx.engine);
  if (admins.length === 1 && admins[0] === target) throw conflict(messages.lastAdmin);
  if (!admins.includes(actor.userId)) throw notSignedIn();
}

/** Adds the keys by which names and addresses are compared. */
function withKeys(columns: UserColumns): UserColumns {
  const { username, user_email } = columns;
  return {
    ...columns,
    ...(username !== undefined && { username_key: keyOf(username) }),
    ...(user_email !== undefined && { email_key: keyOf(user_email) }),
  };
}

/** The hash of the password that is sent, checked against the account's words, those that are sent included. */
async function hashOf(ctx: AppContext, id: number, change: UserChange) {
  if (!change.password) return undefined;
  const words = [...(await wordsOf(ctx.db, id)), ...ownWords(change)];
  return ctx.passwords.hashChosen(change.password, 'password', words);
}

/** Changes the keys that are sent, of the account and its employee together; equal values change nothing. */
export async function updateUser(
  ctx: AppContext,
  id: number,
  change: UserChange,
  actor: Actor,
): Promise<{ message: string }> {
  if (id === actor.userId && change.user_role === 'employee') throw conflict(messages.ownRole);
  const password_hash = await hashOf(ctx, id, change);
  return writeTransaction(ctx, actor, async (write) => {
    const { tx, audit, afterCommit } = write;
    // Before all other locks, so that admins and accounts are always locked in the same order.
    if (change.user_role === 'employee') await requireAnotherAdmin(tx, ctx, id, actor);
    const before = await getAccountForUpdate(tx, id);
    if (!before) throw notFound(messages.unknownUser);
    const employee = await getEmployeeForUpdate(tx, id);
    const { version, employee_version } = change;
    const isStale =
      (version && version !== before.version) ||
      (employee_version && employee_version !== employee?.version);
    if (isStale) throw versionConflict(await getUser(tx, id));

    const { username, user_email, phone_number, user_role } = change;
    const changed = changedColumns(before, { username, user_email, phone_number, user_role });
    const columns = withKeys({ ...changed, ...(password_hash && { password_hash }) });
    const endsSessions = changed.user_role !== undefined || password_hash !== undefined;
    if (Object.keys(columns).length > 0) {
      const names = Object.keys(changed) as (keyof typeof changed)[];
      await orTaken(changeAccount(tx, id, columns, endsSessions));
      await audit({
        action: 'user.update',
        target: { kind: 'user', id, label: username ?? before.username },
        detail: {
          ...Object.fromEntries(
            names.map((name) => [name, { before: before[name], after: changed[name] }]),
          ),
          ...(password_hash !== undefined && { password: 'set' }),
        },
      });
    }
    if (employee) await changeEmployee(ctx, write, actor, employee, change);
    if (endsSessions) afterCommit(() => ctx.accountEvents.ended({ userId: id }));
    return { message: messages.userUpdated };
  });
}

/** Closes an account: its sessions end, its username and email become free, its content stays. */
export async function closeUser(
  ctx: AppContext,
  id: number,
  actor: Actor,
): Promise<{ message: string }> {
  if (id === actor.userId) throw conflict(messages.oneself);
  return writeTransaction(ctx, actor, async ({ tx, now, audit, afterCommit }) => {
    await requireAnotherAdmin(tx, ctx, id, actor);
    const before = await getAccountForUpdate(tx, id);
    if (!before) throw notFound(messages.unknownUser);
    await changeAccount(tx, id, { closed_at: now.toISOString() }, true);
    await audit({
      action: 'user.close',
      target: { kind: 'user', id, label: before.username },
      detail: { username: before.username, role: before.user_role },
    });
    afterCommit(() => ctx.accountEvents.ended({ userId: id }));
    return { message: messages.deleted };
  });
}
