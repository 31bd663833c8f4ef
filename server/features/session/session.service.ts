import { signup as messages } from '#contract/messages/users.ts';
import { ownWords } from '#contract/rules/password-rules.ts';
import { type CurrentUser, signup } from '#contract/session.ts';
import type { Language } from '#contract/text/languages.ts';
import { accountKey } from '#contract/text/text-fold.ts';
import type { Role } from '#contract/wire/access.ts';
import type { BodyOf } from '#contract/wire/endpoint.ts';
import type { Db } from '../../database/open.ts';
import type { UserRow } from '../../database/tables/tables.ts';
import type { AuthUser } from '../../platform/accounts/access.ts';
import { requireConfirmed, requireOpenSession } from '../../platform/accounts/actor-session.ts';
import type { KnownDevice } from '../../platform/accounts/device-tokens.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { notSignedIn } from '../../platform/runtime/errors.ts';
import { type Actor, type SessionActor, writeTransaction } from '../../platform/writes/writes.ts';
import { checkSecondFactor } from '../second-factors/second-factors.service.ts';
import { createAccount, getAccount } from '../users/users.service.ts';
import {
  deleteExpiredSessions,
  endSession,
  findEmployeeOf,
  insertSession,
  selectLanguage,
  updateLanguage,
} from './session.queries.ts';

/**
 * Signs a user in. An unknown name takes the same time and gets the same response as a wrong password.
 * Failures on a device that the account signed in with before are counted apart, so that strangers lock no one out.
 */
export async function login(
  ctx: AppContext,
  who: {
    username: string;
    password: string;
    otp?: string;
    ip: string;
    device?: KnownDevice | null;
    /** Browser and system, for the list of sessions. */
    deviceName?: string;
  },
): Promise<{ token: string; role: Role; userId: number }> {
  const name = accountKey(who.username);
  const user = await getAccount(ctx.db, { username: who.username });
  const { device } = who;
  const known =
    user && device?.knows(user.user_id) ? { device: device.id, userId: user.user_id } : null;
  const checkLimit = () => ctx.limits.checkSignIn(name, who.ip, known);
  const refuse = async () => {
    await ctx.limits.signInFailed(name, who.ip, known);
    // Not the name that was typed: it may be a password.
    const target = user && { kind: 'user', id: user.user_id, label: user.username };
    const event = { userId: null, ip: who.ip, action: 'session.refused' } as const;
    ctx.auditEvents.note({ ...event, ...(target && { target }) });
  };
  await checkLimit();
  const fits = await ctx.passwords.check(
    user?.password_hash ?? null,
    who.password,
    checkLimit,
    known ? 'known' : 'stranger',
  );
  if (!user || !fits) {
    await refuse();
    throw notSignedIn('invalid_credentials');
  }
  const actor = { userId: user.user_id, ip: who.ip };
  await checkSecondFactor(ctx, user, who.otp ?? '', actor, { checkLimit, refuse });
  const session = await writeTransaction(ctx, actor, async ({ tx, now, audit }) => {
    const opened = await openSession(tx, ctx, user, now, { ip: who.ip, device: who.deviceName });
    if (opened) await audit({ action: 'session.open' });
    return opened;
  });
  if (!session) throw notSignedIn('invalid_credentials');
  return { token: session.token, role: user.user_role, userId: user.user_id };
}

/** Opens a session in the caller's transaction; null when the account has changed since it was read. */
export async function openSession(
  tx: Db,
  ctx: AppContext,
  user: Pick<UserRow, 'user_id' | 'username' | 'user_role' | 'token_version'>,
  now: Date,
  { ip, device = '' }: { ip: string; device?: string | undefined },
): Promise<{ token: string; jti: string } | null> {
  const { token, payload } = ctx.tokens.issue(
    { userId: user.user_id, username: user.username, role: user.user_role },
    now,
  );
  const opened = await insertSession(tx, {
    jti: payload.jti,
    userId: user.user_id,
    tokenVersion: user.token_version,
    now: now.toISOString(),
    expires: new Date(payload.exp * 1000).toISOString(),
    device,
    ip,
  });
  return opened ? { token, jti: payload.jti } : null;
}

/** Ends this session; the user's other devices stay signed in. */
export async function logout(ctx: AppContext, jti: string, actor: Actor): Promise<undefined> {
  await writeTransaction(ctx, actor, async ({ tx, now, audit, afterCommit }) => {
    if (await endSession(tx, jti, now.toISOString())) await audit({ action: 'session.end' });
    afterCommit(() => ctx.accountEvents.ended({ jti }));
  });
}

/** Creates an account for someone else, once per Idempotency-Key. */
export async function signUp(
  ctx: AppContext,
  { user_password, ...account }: BodyOf<typeof signup>,
  actor: SessionActor,
  key: string | undefined,
): Promise<{ message: string; user_id: number }> {
  const password_hash = await ctx.passwords.hashChosen(
    user_password,
    'user_password',
    ownWords(account),
  );
  // The hash of the body is stored: without our key, passwords can't be tested against it.
  const body = { ...account, user_password: ctx.tokens.sign(user_password) };
  return writeTransaction(
    ctx,
    actor,
    async (write) => {
      const session = await requireOpenSession(write, actor);
      if (account.user_role === 'admin') requireConfirmed(session, write.now);
      const user = { ...account, password_hash, password_change_due: 1 } as const;
      const user_id = await createAccount(write, user);
      return { message: messages.created, user_id };
    },
    { endpoint: signup, key, body },
  );
}

/** The signed-in user with the linked employee's name. */
export async function currentUser(ctx: AppContext, user: AuthUser): Promise<CurrentUser> {
  const employee = await findEmployeeOf(ctx.db, user.userId);
  return {
    user_id: user.userId,
    username: user.username,
    user_name: user.username,
    first_name: employee?.first_name ?? null,
    last_name: employee?.last_name ?? null,
    role: user.role,
    user_role: user.role,
    employee_id: employee?.employee_id ?? null,
  };
}

/** The language of what an account is sent; null until one is chosen. */
export const languageOf = (db: Db, userId: number): Promise<Language | null> =>
  selectLanguage(db, userId);

/** Chooses the language of what an account is sent. */
export function chooseLanguage(
  ctx: AppContext,
  language: Language,
  actor: SessionActor,
): Promise<{ language: Language }> {
  return writeTransaction(ctx, actor, async (write) => {
    await requireOpenSession(write, actor);
    const { userId } = actor;
    if (await updateLanguage(write.tx, userId, language)) {
      const target = { kind: 'user', id: userId, label: '' } as const;
      await write.audit({ action: 'language.update', target, detail: { language } });
    }
    return { language };
  });
}

/** Deletes sessions that expired more than a day ago. */
export async function sweepSessions(ctx: AppContext): Promise<void> {
  await deleteExpiredSessions(ctx.db, new Date(ctx.now().getTime() - 86_400_000).toISOString());
}
