import type { Role } from '#contract/access.ts';
import { session as say } from '#contract/messages/session.ts';
import type { CurrentUser } from '#contract/session.ts';
import type { Db } from '../../database/open.ts';
import type { UserRow } from '../../database/tables.ts';
import { recordAudit } from '../../platform/audit.ts';
import { notSignedIn } from '../../platform/errors.ts';
import type { Ground } from '../../platform/ground.ts';
import type { SignedIn } from '../../platform/signed-in.ts';
import { keyOf } from '../users/users.service.ts';
import {
  deleteExpiredSessions,
  endSession,
  findEmployeeOf,
  findOpenUser,
  insertSession,
} from './session.queries.ts';

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
  const session = await ground.db.transaction().execute(async (tx) => {
    const opened = await openSession(tx, ground, user, now);
    if (opened) {
      await recordAudit(tx, now, { userId: user.user_id, ip: who.ip, action: 'session.open' });
    }
    return opened;
  });
  if (!session) throw notSignedIn(say.loginInvalid);
  return { token: session.token, role: user.user_role };
}

/** Opens a session in the caller's transaction; null when the account is no longer as it was read. */
export async function openSession(
  tx: Db,
  ground: Ground,
  user: Pick<UserRow, 'user_id' | 'username' | 'user_role' | 'token_version'>,
  now: Date,
): Promise<{ token: string; jti: string } | null> {
  const { token, payload } = ground.tokens.issue(
    { userId: user.user_id, username: user.username, role: user.user_role },
    now,
  );
  const opened = await insertSession(tx, {
    jti: payload.jti,
    userId: user.user_id,
    tokenVersion: user.token_version,
    now: now.toISOString(),
    expires: new Date(payload.exp * 1000).toISOString(),
  });
  return opened ? { token, jti: payload.jti } : null;
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

/** Forgets sessions that ran out more than a day ago. */
export async function sweepSessions(ground: Ground): Promise<void> {
  await deleteExpiredSessions(
    ground.db,
    new Date(ground.now().getTime() - 86_400_000).toISOString(),
  );
}
