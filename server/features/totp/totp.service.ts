import { randomBytes } from 'node:crypto';
import { company } from '#contract/company/profile.ts';
import { totp as messages, secondFactors } from '#contract/messages/second-factors.ts';
import type { confirmTotp, startTotp, Totp } from '#contract/totp.ts';
import type { BodyOf, ReplyOf } from '#contract/wire/endpoint.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { conflict, fieldError } from '../../platform/runtime/errors.ts';
import { type SessionActor, writeTransaction } from '../../platform/writes/writes.ts';
import {
  addFactor,
  countRecoveryCodes,
  proveOwner,
  removeFactor,
} from '../second-factors/second-factors.service.ts';
import { getOwnAccountForUpdate } from '../users/users.service.ts';
import { deleteTotp, putUnconfirmed, selectTotp, setConfirmed } from './totp.queries.ts';
import { base32, matchingStep } from './totp-code.ts';
import { ownerOf } from './totp-codes.service.ts';

/** Bytes; RFC 4226 recommends 160 bits. */
const secretSize = 20;

export async function getTotp(ctx: AppContext, userId: number): Promise<Totp> {
  const row = await selectTotp(ctx.db, userId);
  return {
    confirmed_at: row?.confirmed_at ?? null,
    recovery_codes_left: await countRecoveryCodes(ctx.db, userId),
  };
}

/** Makes a secret for an authenticator app; it counts after `confirm`. */
export async function start(
  ctx: AppContext,
  proof: BodyOf<typeof startTotp>,
  actor: SessionActor,
): Promise<ReplyOf<typeof startTotp>> {
  const { user_id, username } = await proveOwner(ctx, proof, actor);
  const secret = base32(randomBytes(secretSize));
  const encrypted = ctx.tokens.encrypt(secret, ownerOf(user_id));
  return writeTransaction(ctx, actor, async (write) => {
    await getOwnAccountForUpdate(write, actor);
    const { tx, now } = write;
    const row = { user_id, secret: encrypted, created_at: now.toISOString() };
    if (!(await putUnconfirmed(tx, row))) throw conflict(messages.alreadyOn);
    return { secret, uri: uriOf(secret, username) };
  });
}

function uriOf(secret: string, username: string): string {
  const [issuer, account] = [company.shortName, username].map(encodeURIComponent);
  return `otpauth://totp/${issuer}:${account}?secret=${secret}&issuer=${issuer}&algorithm=SHA1&digits=6&period=30`;
}

/** Turns one-time codes on with the app's first code. */
export async function confirm(
  ctx: AppContext,
  { otp }: BodyOf<typeof confirmTotp>,
  actor: SessionActor,
): Promise<ReplyOf<typeof confirmTotp>> {
  return writeTransaction(ctx, actor, async (write) => {
    const { tx, now } = write;
    const account = await getOwnAccountForUpdate(write, actor);
    const row = await selectTotp(tx, actor.userId);
    if (!row) throw conflict(messages.notStarted);
    if (row.confirmed_at !== null) throw conflict(messages.alreadyOn);
    const secret = ctx.tokens.decrypt(row.secret, ownerOf(actor.userId));
    if (secret === null) throw conflict(messages.notStarted);
    const step = matchingStep(secret, otp, now);
    if (step === null) throw fieldError('validation_failed', 'otp', messages.codeWrong);
    const codes = await addFactor(ctx, write, account, {
      insert: () => setConfirmed(tx, actor.userId, step, now.toISOString()),
      action: 'totp.create',
      sentence: () => secondFactors.totpAdded,
    });
    return { message: messages.on, ...(codes && { recovery_codes: codes }) };
  });
}

/** Turns one-time codes off. */
export async function remove(
  ctx: AppContext,
  proof: BodyOf<typeof startTotp>,
  actor: SessionActor,
): Promise<{ message: string }> {
  await proveOwner(ctx, proof, actor);
  return writeTransaction(ctx, actor, async (write) => {
    const account = await getOwnAccountForUpdate(write, actor);
    if (!(await deleteTotp(write.tx, actor.userId))) throw conflict(messages.off);
    await removeFactor(ctx, write, account, {
      action: 'totp.delete',
      sentence: () => secondFactors.totpRemoved,
    });
    return { message: messages.off };
  });
}
