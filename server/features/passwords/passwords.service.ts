import { createHash, randomBytes } from 'node:crypto';
import { general } from '#contract/messages/general.ts';
import { passwords as say, users as sayUsers } from '#contract/messages/people.ts';
import { recordAudit } from '../../platform/audit.ts';
import { invalid, notFound, notSignedIn } from '../../platform/errors.ts';
import type { Ground } from '../../platform/ground.ts';
import { openSession } from '../session/session.service.ts';
import { keyOf } from '../users/users.service.ts';
import * as queries from './passwords.queries.ts';

const linkHours = 24;

const hashOf = (code: string) => createHash('sha256').update(code).digest('hex');

/** Changes the own password; every session ends but one that goes on with the token of the answer. */
export async function changeOwnPassword(
  ground: Ground,
  passwords: { old: string; new: string },
  by: { userId: number; ip: string },
): Promise<{ token: string }> {
  const account = await queries.findOpenAccount(ground.db, by.userId);
  if (!account) throw notSignedIn();
  const { username_key: name } = account;
  // Somebody with a stolen token may guess here as little as at the door.
  await ground.limits.checkSignIn(name, by.ip);
  const fits = await ground.passwords.check(account.password_hash, passwords.old, () =>
    ground.limits.checkSignIn(name, by.ip),
  );
  const now = ground.now();
  const target = { kind: 'user', id: by.userId };
  if (!fits) {
    await ground.limits.signInFailed(name, by.ip);
    await recordAudit(ground.db, now, { ...by, action: 'password.refused', target });
    throw invalid({ old_password: say.oldWrong }, say.oldWrong);
  }
  const hash = await ground.passwords.hash(passwords.new);
  const session = await ground.db.transaction().execute(async (tx) => {
    const held = await queries.lockOpenAccount(tx, by.userId);
    // Changed or closed while the password was checked: what was checked counts no more.
    if (held?.token_version !== account.token_version) throw notSignedIn();
    const changed = await queries.writePassword(tx, by.userId, hash);
    await queries.deleteOpenLinks(tx, by.userId);
    await recordAudit(tx, now, { ...by, action: 'password.change', target });
    return openSession(tx, ground, changed, now);
  });
  if (!session) throw notSignedIn();
  ground.accountEvents.ended({ userId: by.userId, exceptJti: session.jti });
  return { token: session.token };
}

/** Makes a link that sets a new password once; an earlier one of the same account dies. */
export async function makeResetLink(
  ground: Ground,
  userId: number,
  by: { userId: number; ip: string },
): Promise<{ url: string; expires_at: string }> {
  const code = randomBytes(32).toString('base64url');
  const now = ground.now();
  const expires = new Date(now.getTime() + linkHours * 3_600_000).toISOString();
  await ground.db.transaction().execute(async (tx) => {
    if (!(await queries.lockOpenAccount(tx, userId))) throw notFound(sayUsers.unknownUser);
    await queries.deleteOpenLinks(tx, userId);
    await queries.insertLink(tx, {
      hash: hashOf(code),
      userId,
      madeBy: by.userId,
      now: now.toISOString(),
      expires,
    });
    await recordAudit(tx, now, {
      ...by,
      action: 'password.link',
      target: { kind: 'user', id: userId },
    });
  });
  return { url: `${ground.config.publicUrl}/reset/${code}`, expires_at: expires };
}

/** Sets a password by a link's code, once; all sessions of the account end. */
export async function resetByLink(
  ground: Ground,
  code: string,
  password: string,
  ip: string,
): Promise<void> {
  const hash = hashOf(code);
  const asked = ground.now();
  // Before the hashing, which costs more than an unknown code is worth.
  const userId = await queries.findLiveLink(ground.db, hash, asked.toISOString());
  if (userId === undefined) throw notFound(say.linkDead);
  const passwordHash = await ground.passwords.hash(password);
  const now = ground.now();
  await ground.db.transaction().execute(async (tx) => {
    // The account first, as everywhere: two that use a link and make one never wait for each other.
    const held = await queries.lockOpenAccount(tx, userId);
    const used = held && (await queries.consumeLink(tx, hash, now.toISOString()));
    if (!used) throw notFound(say.linkDead);
    await queries.writePassword(tx, userId, passwordHash);
    await recordAudit(tx, now, {
      userId,
      ip,
      action: 'password.reset',
      target: { kind: 'user', id: userId },
    });
  });
  ground.accountEvents.ended({ userId });
}

/** Sets an account's password from the command line; all its sessions end. */
export async function setPasswordOf(
  ground: Ground,
  username: string,
  password: string,
): Promise<void> {
  const passwordHash = await ground.passwords.hash(password);
  await ground.db.transaction().execute(async (tx) => {
    const id = await queries.findAccountByName(tx, keyOf(username));
    if (id === undefined || !(await queries.lockOpenAccount(tx, id))) {
      throw notFound(general.notFound);
    }
    await queries.writePassword(tx, id, passwordHash);
    await queries.deleteOpenLinks(tx, id);
    await recordAudit(tx, ground.now(), {
      userId: null,
      ip: '',
      action: 'password.set',
      target: { kind: 'user', id },
    });
  });
}
