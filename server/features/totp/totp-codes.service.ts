import type { Db } from '../../database/open.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { consumeStep, selectTotp } from './totp.queries.ts';
import { matchingStep } from './totp-code.ts';

/** The row for which a secret is encrypted. */
export const ownerOf = (userId: number) => `totp ${userId}`;

/** Accepts a code of the account's authenticator app, once. */
export async function acceptTotp(
  ctx: Pick<AppContext, 'tokens' | 'log'>,
  tx: Db,
  userId: number,
  code: string,
  now: Date,
): Promise<boolean> {
  const row = await selectTotp(tx, userId);
  if (!row?.confirmed_at) return false;
  const secret = ctx.tokens.decrypt(row.secret, ownerOf(userId));
  if (secret === null) {
    ctx.log.error({ user_id: userId }, 'TOTP secret unreadable: TOKEN_SECRET has changed');
    return false;
  }
  const step = matchingStep(secret, code, now);
  return step !== null && consumeStep(tx, userId, step);
}
