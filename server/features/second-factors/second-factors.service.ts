import { createHash, randomInt } from 'node:crypto';
import type { AuditAction } from '#contract/audit-actions.ts';
import { company } from '#contract/company/profile.ts';
import { secondFactors as messages } from '#contract/messages/second-factors.ts';
import { accountNotices, users as userMessages } from '#contract/messages/users.ts';
import type { createRecoveryCodes } from '#contract/second-factors.ts';
import { t } from '#contract/text/languages.ts';
import type { BodyOf, ReplyOf } from '#contract/wire/endpoint.ts';
import type { UserRow } from '../../database/tables/tables.ts';
import { requireConfirmed, requireOpenSession } from '../../platform/accounts/actor-session.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { mailBody } from '../../platform/mail/body.ts';
import {
  conflict,
  fieldError,
  HttpError,
  invalid,
  notFound,
  notSignedIn,
} from '../../platform/runtime/errors.ts';
import { inLanguage } from '../../platform/runtime/languages.ts';
import {
  type Actor,
  type SessionActor,
  systemActor,
  type Write,
  writeTransaction,
} from '../../platform/writes/writes.ts';
import { notify } from '../notifications/notifications.service.ts';
import { acceptTotp } from '../totp/totp-codes.service.ts';
import {
  changeAccount,
  getAccount,
  getAccountForUpdate,
  getOpenAdminsForUpdate,
  getOwnAccountForUpdate,
} from '../users/users.service.ts';
import {
  consumeCode,
  countRecoveryCodes,
  deleteAll,
  hasSecondFactor,
  replaceCodes,
} from './second-factors.queries.ts';

export { countRecoveryCodes, hasSecondFactor } from './second-factors.queries.ts';

/** The page where users manage their second factors. */
const page = '/sign-in';
const codeCount = 10;
/** 16 characters of 32: 80 bits, so that a fast hash is enough. */
const codeLength = 16;
/** Crockford's base 32: without i, l, o and u. */
const codeAlphabet = '0123456789abcdefghjkmnpqrstvwxyz';

type Owner = Pick<UserRow, 'user_id' | 'username' | 'user_email' | 'language'>;

const targetOf = ({ user_id, username }: Owner) => ({
  kind: 'user',
  id: user_id,
  label: username,
});

const hashOf = (code: string) => createHash('sha256').update(code).digest('hex');

/** A recovery code as its hash was made: without the hyphens and the usual misreadings. */
function plainCode(typed: string): string {
  const letters = typed.toLowerCase().replaceAll('o', '0').replaceAll(/[il]/g, '1');
  return letters.replaceAll(/[^0-9a-hjkmnp-tv-z]/g, '');
}

async function makeRecoveryCodes({ tx, now }: Write, userId: number): Promise<string[]> {
  const letter = () => codeAlphabet[randomInt(codeAlphabet.length)];
  const codes = Array.from({ length: codeCount }, () =>
    Array.from({ length: codeLength }, letter).join(''),
  );
  await replaceCodes(tx, userId, codes.map(hashOf), now.toISOString());
  return codes.map((code) => code.replaceAll(/.{4}(?=.)/g, '$&-'));
}

/** Notifies the owner in the portal and by mail, also of their own change: someone else may have made it. */
async function announce(
  ctx: AppContext,
  write: Write,
  { user_id, user_email, language }: Owner,
  sentenceOf: () => string,
): Promise<void> {
  await notify(ctx, write, null, [
    { kind: 'account', message: sentenceOf, link: page, recipients: [user_id] },
  ]);
  const mail = inLanguage(language ?? 'en', () => ({
    subject: t(
      `How you sign in to the ${company.shortName} portal has changed`,
      `Cambió la forma en que inicia sesión en el portal de ${company.shortName}`,
    ),
    ...mailBody([
      sentenceOf(),
      t(
        `If this wasn't you, change your password and call the office: ${company.phones.general.number}.`,
        `Si no fue usted, cambie su contraseña y llame a la oficina: ${company.phones.general.number}.`,
      ),
      { link: `${ctx.config.publicUrl}${page}` },
    ]),
  }));
  await ctx.mailer.enqueue(write.tx, [{ to: user_email, userId: user_id, ...mail }]);
  write.afterCommit(() => ctx.mailer.wake());
}

/** Accepts a code of the authenticator app or a recovery code, once. */
async function acceptCode(
  ctx: AppContext,
  write: Write,
  owner: Owner,
  code: string,
): Promise<boolean> {
  const { tx, now, audit } = write;
  const userId = owner.user_id;
  if (await acceptTotp(ctx, tx, userId, code, now)) return true;
  const plain = plainCode(code);
  if (plain.length !== codeLength) return false;
  if (!(await consumeCode(tx, userId, hashOf(plain), now.toISOString()))) return false;
  const left = await countRecoveryCodes(tx, userId);
  await audit({ action: 'recovery-codes.use', target: targetOf(owner), detail: { left } });
  await announce(ctx, write, owner, () => messages.recoveryCodeUsed(left));
  return true;
}

/** How a sign-in counts its failures. */
interface SignInAttempt {
  /** Throws 429 after too many failures. */
  checkLimit: () => Promise<void>;
  /** Counts and records a failure. */
  refuse: () => Promise<void>;
}

/** The second step of a sign-in, after the right password: throws 401 unless the account needs no code or it is right. */
export async function checkSecondFactor(
  ctx: AppContext,
  account: UserRow,
  otp: string,
  actor: Actor,
  { checkLimit, refuse }: SignInAttempt,
): Promise<void> {
  if (!(await hasSecondFactor(ctx.db, account.user_id))) return;
  if (otp === '') throw new HttpError('second_factor_required');
  await checkLimit();
  const isRight = await writeTransaction(ctx, actor, (write) =>
    acceptCode(ctx, write, account, otp),
  );
  if (isRight) return;
  await refuse();
  throw new HttpError('second_factor_required', { message: messages.codeWrong });
}

/** Checks the current password or a code of the caller; a wrong one counts like a failed sign-in. */
export async function proveOwner(
  ctx: AppContext,
  { current_password, otp }: BodyOf<typeof createRecoveryCodes>,
  actor: Actor,
): Promise<UserRow> {
  const account = await getAccount(ctx.db, actor);
  if (!account) throw notSignedIn();
  const { username_key: name } = account;
  if (!current_password && otp === '') {
    throw invalid({}, messages.proofRequired);
  }
  const { userId, ip } = actor;
  // Strangers' guesses at the login don't count here.
  const checkLimit = () => ctx.limits.checkSignIn(name, ip, { userId });
  await checkLimit();
  const isRight = current_password
    ? await ctx.passwords.check(account.password_hash, current_password, checkLimit)
    : await writeTransaction(ctx, actor, (write) => acceptCode(ctx, write, account, otp));
  if (isRight) return account;
  await ctx.limits.signInFailed(name, ip, { userId });
  const target = targetOf(account);
  ctx.auditEvents.note({ userId, ip, action: 'second-factors.refused', target });
  throw fieldError('forbidden', current_password ? 'current_password' : 'otp', messages.proofWrong);
}

interface FactorChange {
  action: AuditAction;
  /** For the audit log; by default the account. */
  target?: { kind: string; id: number; label: string };
  /** To the owner. */
  sentence: () => string;
}

/** Adds a factor in the write of the caller, which has locked the account. Returns recovery codes with the first one. */
export async function addFactor(
  ctx: AppContext,
  write: Write,
  owner: Owner,
  { insert, action, target, sentence }: FactorChange & { insert: () => Promise<void> },
): Promise<string[] | undefined> {
  const isFirst = !(await hasSecondFactor(write.tx, owner.user_id));
  await insert();
  await write.audit({ action, target: target ?? targetOf(owner) });
  await announce(ctx, write, owner, sentence);
  return isFirst ? makeRecoveryCodes(write, owner.user_id) : undefined;
}

/** Records that a factor was removed; the recovery codes go with the last one. */
export async function removeFactor(
  ctx: AppContext,
  write: Write,
  owner: Owner,
  { action, target, sentence }: FactorChange,
): Promise<void> {
  if (!(await hasSecondFactor(write.tx, owner.user_id))) {
    await replaceCodes(write.tx, owner.user_id, [], '');
  }
  await write.audit({ action, target: target ?? targetOf(owner) });
  await announce(ctx, write, owner, sentence);
}

/** Replaces the caller's recovery codes. */
export async function replaceRecoveryCodes(
  ctx: AppContext,
  proof: BodyOf<typeof createRecoveryCodes>,
  actor: SessionActor,
): Promise<ReplyOf<typeof createRecoveryCodes>> {
  await proveOwner(ctx, proof, actor);
  return writeTransaction(ctx, actor, async (write) => {
    const account = await getOwnAccountForUpdate(write, actor);
    if (!(await hasSecondFactor(write.tx, actor.userId))) throw conflict(messages.none);
    const recovery_codes = await makeRecoveryCodes(write, actor.userId);
    await write.audit({ action: 'recovery-codes.create', target: targetOf(account) });
    await announce(ctx, write, account, () => messages.recoveryCodesReplaced);
    return { message: messages.recoveryCodesMade, recovery_codes };
  });
}

/** Removes every factor in the write of the caller and ends the account's sessions. */
async function resetFactors(ctx: AppContext, write: Write, userId: number): Promise<UserRow> {
  const { tx, audit, afterCommit } = write;
  const account = await getAccountForUpdate(tx, userId);
  if (!account) throw notFound(userMessages.unknownUser);
  await deleteAll(tx, userId);
  await changeAccount(write, userId, {}, true);
  await audit({ action: 'second-factors.reset', target: targetOf(account) });
  await announce(ctx, write, account, () => `${messages.wereReset} ${accountNotices.calendar}`);
  afterCommit(() => ctx.accountEvents.ended({ userId }));
  return account;
}

/** Resets another user's second factors, after a lost phone. */
export async function resetSecondFactors(
  ctx: AppContext,
  userId: number,
  actor: SessionActor,
): Promise<{ message: string }> {
  // A stolen token must not open its own account to the password alone.
  if (userId === actor.userId) throw conflict(messages.ownReset);
  await writeTransaction(ctx, actor, async (write) => {
    await getOpenAdminsForUpdate(write.tx);
    requireConfirmed(await requireOpenSession(write, actor), write.now);
    await resetFactors(ctx, write, userId);
  });
  return { message: messages.reset };
}

/** Resets a user's second factors from the command line. */
export async function resetSecondFactorsOf(ctx: AppContext, username: string): Promise<void> {
  await writeTransaction(ctx, systemActor, async (write) => {
    const found = await getAccount(write.tx, { username });
    if (!found) throw notFound(userMessages.unknownUser);
    await resetFactors(ctx, write, found.user_id);
  });
}
