import { HttpError, notSignedIn } from '../runtime/errors.ts';
import type { SessionActor, Write } from '../writes/writes.ts';
import { findSessionEnd, type OpenSession, selectOpenSessionForShare } from './sessions.queries.ts';

/**
 * Returns the actor's session; throws 401 when it ended. Until the transaction ends, nothing ends it: not a logout, nor
 * a change of the account. Lock accounts that the transaction changes before, or two transactions can deadlock.
 */
export async function requireOpenSession(
  { tx, now }: Pick<Write, 'tx' | 'now'>,
  { jti, userId }: SessionActor,
): Promise<OpenSession> {
  const token = { jti, sub: String(userId) };
  const session = await selectOpenSessionForShare(tx, token, now);
  if (!session) throw notSignedIn((await findSessionEnd(tx, token)) ?? undefined);
  return session;
}

const confirmedMs = 15 * 60_000;

/** Throws 403 unless the password was entered within 15 minutes: a stolen token must not grant lasting access. */
export function requireConfirmed({ created_at, confirmed_at }: OpenSession, now: Date): void {
  const entered = Date.parse(confirmed_at ?? created_at);
  if (now.getTime() - entered > confirmedMs) throw new HttpError('confirmation_required');
}
