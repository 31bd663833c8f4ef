import { randomBytes } from 'node:crypto';
import type { Role } from '#contract/access.ts';
import { general } from '#contract/messages/general.ts';
import { session as say } from '#contract/messages/session.ts';
import type { CurrentUser } from '#contract/session.ts';
import { isUniqueViolation } from '../../database/faults.ts';
import type { Db } from '../../database/open.ts';
import { recordAudit } from '../../platform/audit.ts';
import { notSignedIn, Refusal } from '../../platform/errors.ts';
import type { Ground } from '../../platform/ground.ts';
import type { SignedIn } from '../../platform/signed-in.ts';
import {
  anyUser,
  deleteExpiredSessions,
  endSession,
  findEmployeeOf,
  findOpenUser,
  insertSession,
  insertUser,
  setPassword,
} from './session.queries.ts';

/** A name or address as it is compared: without case, in one Unicode form. */
export function keyOf(text: string): string {
  return text.normalize('NFKC').trim().toLowerCase();
}

/** Signs a person in. An unknown name costs the same time and gets the same answer as a wrong password. */
export async function login(
  ground: Ground,
  who: { username: string; password: string; ip: string },
): Promise<{ token: string; role: Role }> {
  const name = keyOf(who.username);
  await ground.limits.checkSignIn(name, who.ip);
  const user = await findOpenUser(ground.db, name);
  const fits = await ground.passwords.check(user?.password_hash ?? null, who.password, () =>
    ground.limits.checkSignIn(name, who.ip),
  );
  const now = ground.now();
  if (!user || !fits) {
    await ground.limits.signInFailed(name, who.ip);
    await recordAudit(ground.db, now, { userId: null, ip: who.ip, action: 'session.refused' });
    throw notSignedIn(say.loginInvalid);
  }
  const { token, payload } = ground.tokens.issue(
    { userId: user.user_id, username: user.username, role: user.user_role },
    now,
  );
  const opened = await ground.db.transaction().execute(async (tx) => {
    const open = await insertSession(tx, {
      jti: payload.jti,
      userId: user.user_id,
      tokenVersion: user.token_version,
      now: now.toISOString(),
      expires: new Date(payload.exp * 1000).toISOString(),
    });
    if (open)
      await recordAudit(tx, now, { userId: user.user_id, ip: who.ip, action: 'session.open' });
    return open;
  });
  if (!opened) throw notSignedIn(say.loginInvalid);
  return { token, role: user.user_role };
}

/** Ends this session; the person's other devices stay signed in. */
export async function logout(ground: Ground, user: SignedIn, ip: string): Promise<void> {
  const now = ground.now();
  await ground.db.transaction().execute(async (tx) => {
    await endSession(tx, user.jti, now.toISOString());
    await recordAudit(tx, now, { userId: user.userId, ip, action: 'session.end' });
  });
  ground.accountEvents.ended({ jti: user.jti });
}

/** Who is signed in, with the linked employee's name. */
export async function currentUser(ground: Ground, user: SignedIn): Promise<CurrentUser> {
  const employee = await findEmployeeOf(ground.db, user.userId);
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

export interface NewAccount {
  username: string;
  email: string;
  /** Argon2id hash: made before the transaction, which waits for nothing. */
  passwordHash: string;
  role: Role;
}

/** Creates an account in the caller's transaction; a taken name or address is 409. */
export async function createAccount(
  tx: Db,
  account: NewAccount,
  by: { userId: number | null; ip: string; now: Date },
): Promise<number> {
  try {
    const userId = await insertUser(tx, {
      username: account.username,
      usernameKey: keyOf(account.username),
      email: account.email,
      emailKey: keyOf(account.email),
      passwordHash: account.passwordHash,
      role: account.role,
      now: by.now.toISOString(),
    });
    await recordAudit(tx, by.now, {
      userId: by.userId,
      ip: by.ip,
      action: 'user.create',
      target: { kind: 'user', id: userId },
      detail: { role: account.role },
    });
    return userId;
  } catch (error) {
    if (isUniqueViolation(error, 'email')) {
      throw new Refusal(409, say.emailTaken, { fields: { user_email: say.emailTaken } });
    }
    if (isUniqueViolation(error, 'username')) {
      throw new Refusal(409, say.usernameTaken, { fields: { username: say.usernameTaken } });
    }
    throw error;
  }
}

/** Makes the first admin while there is no user; answers the password when it had to be made. */
export async function ensureFirstAdmin(
  ground: Ground,
): Promise<{ username: string; madePassword: string | null } | null> {
  if (await anyUser(ground.db)) return null;
  const { username, email, password } = ground.config.admin;
  const made = password ?? randomBytes(12).toString('base64url');
  const passwordHash = await ground.passwords.hash(made);
  try {
    return await ground.db.transaction().execute(async (tx) => {
      if (await anyUser(tx)) return null;
      const by = { userId: null, ip: '', now: ground.now() };
      await createAccount(tx, { username, email, passwordHash, role: 'admin' }, by);
      return { username, madePassword: password === null ? made : null };
    });
  } catch (error) {
    // Another process started at the same moment and was first.
    if (error instanceof Refusal && error.status === 409) return null;
    throw error;
  }
}

/** Sets an account's password from the command line; all its sessions end. */
export async function resetPassword(
  ground: Ground,
  username: string,
  password: string,
): Promise<void> {
  const passwordHash = await ground.passwords.hash(password);
  const found = await ground.db.transaction().execute(async (tx) => {
    const known = await setPassword(tx, keyOf(username), passwordHash);
    if (known)
      await recordAudit(tx, ground.now(), { userId: null, ip: '', action: 'user.password' });
    return known;
  });
  if (!found) throw new Refusal(404, general.notFound);
}

/** Forgets sessions that ran out more than a day ago. */
export async function sweepSessions(ground: Ground): Promise<void> {
  await deleteExpiredSessions(
    ground.db,
    new Date(ground.now().getTime() - 86_400_000).toISOString(),
  );
}
