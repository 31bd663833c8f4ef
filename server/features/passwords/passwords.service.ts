import { field, general } from '#contract/messages/general.ts';
import {
  accountNotices,
  passwords as messages,
  users as userMessages,
} from '#contract/messages/users.ts';
import { type changePassword as changeEndpoint, makeResetLink } from '#contract/passwords.ts';
import type { BodyOf } from '#contract/wire/endpoint.ts';
import { urlIn } from '#contract/wire/page-languages.ts';
import type { UserRow } from '../../database/tables/tables.ts';
import { requireConfirmed, requireOpenSession } from '../../platform/accounts/actor-session.ts';
import { confirmSession } from '../../platform/accounts/sessions.queries.ts';
import type { AppContext } from '../../platform/app-context.ts';
import {
  deadLink,
  fieldError,
  invalid,
  notFound,
  notSignedIn,
} from '../../platform/runtime/errors.ts';
import {
  type Actor,
  type SessionActor,
  systemActor,
  type Write,
  writeTransaction,
} from '../../platform/writes/writes.ts';
import { notify } from '../notifications/notifications.service.ts';
import { openSession } from '../session/session.service.ts';
import { notifyOwner } from '../users/owner-notices.service.ts';
import {
  changeAccount,
  getAccount,
  getAccountForUpdate,
  getOpenAdminsForUpdate,
  getOwnAccountForUpdate,
  wordsOf,
} from '../users/users.service.ts';
import { createLinks, hashOf, linkOf } from './password-links.service.ts';
import * as queries from './passwords.queries.ts';

/**
 * Whether this is the account's password. A wrong one counts as a failed sign-in: a stolen token must not allow more
 * guesses than the login.
 */
async function isPasswordOf(
  ctx: AppContext,
  account: UserRow,
  password: string,
  { userId, ip }: Actor,
): Promise<boolean> {
  const name = account.username_key;
  // Strangers' guesses at the login don't count here.
  const checkLimit = () => ctx.limits.checkSignIn(name, ip, { userId });
  await checkLimit();
  const fits = await ctx.passwords.check(account.password_hash, password, checkLimit);
  if (!fits) {
    await ctx.limits.signInFailed(name, ip, { userId });
    const target = { kind: 'user', id: userId, label: account.username };
    ctx.auditEvents.note({ userId, ip, action: 'password.refused', target });
  }
  return fits;
}

/** Checks the actor's own password: 400 without one, 403 with a wrong one. */
export async function requireCurrentPassword(
  ctx: AppContext,
  actor: Actor,
  password: string | null | undefined,
): Promise<void> {
  if (!password) throw invalid({ current_password: field.required });
  const account = await getAccount(ctx.db, { userId: actor.userId });
  if (!account) throw notSignedIn();
  if (await isPasswordOf(ctx, account, password, actor)) return;
  throw fieldError('wrong_password', 'current_password', messages.currentWrong);
}

/** Confirms the actor's session with the password. */
export async function confirmPassword(
  ctx: AppContext,
  password: string,
  actor: SessionActor,
): Promise<{ message: string }> {
  await requireCurrentPassword(ctx, actor, password);
  // A session that ended meanwhile stays ended.
  return writeTransaction(ctx, actor, async ({ tx, now, audit }) => {
    await confirmSession(tx, actor.jti, now.toISOString());
    await audit({ action: 'session.confirm' });
    return { message: messages.confirmed };
  });
}

/** Changes the caller's password; all their sessions end except a new one with the returned token. */
export async function changePassword(
  ctx: AppContext,
  { old_password, new_password }: BodyOf<typeof changeEndpoint>,
  actor: SessionActor,
  device: string,
): Promise<{ message: string; token: string }> {
  const { userId } = actor;
  const account = await getAccount(ctx.db, { userId });
  if (!account) throw notSignedIn();
  if (!(await isPasswordOf(ctx, account, old_password, actor))) {
    throw invalid({ old_password: messages.oldWrong }, messages.oldWrong);
  }
  const password_hash = await ctx.passwords.hashChosen(
    new_password,
    'new_password',
    await wordsOf(ctx.db, userId),
  );
  return writeTransaction(ctx, actor, async (write) => {
    const { tx, now, audit, afterCommit } = write;
    const locked = await getOwnAccountForUpdate(write, actor);
    // The account was changed while the password was checked.
    if (locked.token_version !== account.token_version) throw notSignedIn();
    const columns = { password_hash, password_change_due: 0 } as const;
    const changed = await changeAccount(write, userId, columns, true);
    const target = { kind: 'user', id: userId, label: account.username };
    await audit({ action: 'password.change', target });
    const session = await openSession(tx, ctx, changed, now, { ip: actor.ip, device });
    if (!session) throw notSignedIn();
    afterCommit(() => ctx.accountEvents.ended({ userId, exceptJti: session.jti }));
    return { message: messages.changed, token: session.token };
  });
}

/**
 * Creates a link that sets a new password once; an earlier one of the same account stops working. Once per
 * Idempotency-Key: a repeated call gets the same link.
 */
export async function createResetLink(
  ctx: AppContext,
  userId: number,
  actor: SessionActor,
  key?: string,
): Promise<{ message: string; url: string; expires_at: string }> {
  const call = { endpoint: makeResetLink, key, body: { userId } };
  const work = async (write: Write) => {
    await getOpenAdminsForUpdate(write.tx);
    const session = await requireOpenSession(write, actor);
    const account = await getAccountForUpdate(write.tx, userId);
    if (!account) throw notFound(userMessages.unknownUser);
    requireConfirmed(session, write.now);
    const [link] = await createLinks(write, actor, [account]);
    if (!link) throw notFound(userMessages.unknownUser);
    const { code, expires_at } = link;
    await notifyOwner(ctx, write, actor, account, { hasNewLink: true });
    const encryptedCode = ctx.tokens.encryptCode(code, `password ${userId}`);
    const language = account.language ?? 'en';
    return { message: messages.linkMade, expires_at, encryptedCode, language };
  };
  // Replies that were stored before links had languages have none.
  const {
    encryptedCode,
    language = 'en',
    ...reply
  } = await writeTransaction(ctx, actor, work, call);
  const url = linkOf(ctx, ctx.tokens.decryptCode(encryptedCode, `password ${userId}`));
  return { ...reply, url: urlIn(language, url) };
}

/** When a link expires; the same 404 for every link that doesn't work. */
export async function getResetLink(ctx: AppContext, code: string): Promise<{ expires_at: string }> {
  const link = await queries.findLiveLink(ctx.db, hashOf(code), ctx.now().toISOString());
  if (!link) throw deadLink(messages.linkDead);
  return { expires_at: link.expires_at };
}

/** Sets a password with the code of a link, once; all sessions of the account end. */
export async function resetPassword(
  ctx: AppContext,
  code: string,
  password: string,
  ip: string,
): Promise<{ message: string; userId: number }> {
  const hash = hashOf(code);
  // An unknown code must not cost a password hash.
  const link = await queries.findLiveLink(ctx.db, hash, ctx.now().toISOString());
  if (!link) throw deadLink(messages.linkDead);
  const userId = link.user_id;
  const password_hash = await ctx.passwords.hashChosen(
    password,
    'password',
    await wordsOf(ctx.db, userId),
  );
  return writeTransaction(ctx, { userId, ip }, async (write) => {
    const { tx, now, audit, afterCommit } = write;
    // The creator is an admin. Everyone locks accounts before links, so that nothing deadlocks.
    await getOpenAdminsForUpdate(tx);
    const locked = await getAccountForUpdate(tx, userId);
    const isLive = locked && (await queries.findLiveLink(tx, hash, now.toISOString()));
    const isUsed = isLive && (await queries.consumeLink(tx, hash, now.toISOString()));
    if (!isUsed) throw deadLink(messages.linkDead);
    await changeAccount(write, userId, { password_hash, password_change_due: 0 }, true);
    // An account that is new has no calendar yet.
    if (locked.first_signed_in_at !== null) {
      const message = () => accountNotices.calendar;
      await notify(ctx, write, null, [
        { kind: 'account', message, link: '/time-off', recipients: [userId] },
      ]);
    }
    const target = { kind: 'user', id: userId, label: locked.username };
    await audit({ action: 'password.reset', target });
    afterCommit(() => ctx.accountEvents.ended({ userId }));
    return { message: messages.reset, userId };
  });
}

/** Sets a user's password from the command line; all their sessions end. */
export async function setPasswordOf(
  ctx: AppContext,
  username: string,
  password: string,
): Promise<void> {
  const known = await getAccount(ctx.db, { username });
  const words = known ? await wordsOf(ctx.db, known.user_id) : [];
  const password_hash = await ctx.passwords.hashChosen(password, 'password', words);
  await writeTransaction(ctx, systemActor, async (write) => {
    const { tx, audit } = write;
    const found = await getAccount(tx, { username });
    const account = found && (await getAccountForUpdate(tx, found.user_id));
    if (!account) throw notFound(general.notFound);
    const id = account.user_id;
    await changeAccount(write, id, { password_hash, password_change_due: 1 }, true);
    await audit({ action: 'password.set', target: { kind: 'user', id, label: username } });
    await notifyOwner(ctx, write, systemActor, account, { hasNewPassword: true });
  });
}
