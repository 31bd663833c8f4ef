import { sessions as messages } from '#contract/messages/second-factors.ts';
import type { Session } from '#contract/session.ts';
import type { Db } from '../../database/open.ts';
import type { AuthUser } from '../../platform/accounts/access.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { notFound } from '../../platform/runtime/errors.ts';
import { type Actor, writeTransaction } from '../../platform/writes/writes.ts';
import { endSession, selectOpenSessionsOf } from './session.queries.ts';

/** The caller's open sessions, newest first. */
export async function listSessions(ctx: AppContext, user: AuthUser): Promise<Session[]> {
  const rows = await openSessions(ctx, ctx.db, user.userId);
  return rows.map(({ jti, created_at, last_seen_at, device, ip }) => ({
    id: ctx.tokens.sessionId(jti),
    created_at,
    last_seen_at: last_seen_at ?? created_at,
    device: device || messages.unknownDevice,
    ip,
    current: jti === user.jti,
  }));
}

function openSessions(ctx: AppContext, db: Db, userId: number) {
  return selectOpenSessionsOf(db, userId, ctx.sessionActivity.openAt(ctx.now()));
}

/** Ends one of the caller's sessions; one that is not open, or another user's, is 404. */
export async function endOwnSession(
  ctx: AppContext,
  id: number,
  actor: Actor,
): Promise<{ message: string }> {
  return writeTransaction(ctx, actor, async ({ tx, now, audit, afterCommit }) => {
    const open = await openSessions(ctx, tx, actor.userId);
    const session = open.find(({ jti }) => ctx.tokens.sessionId(jti) === id);
    if (!session) throw notFound(messages.unknown);
    const { jti, device } = session;
    // A concurrent call may have ended it.
    if (!(await endSession(tx, jti, now.toISOString()))) throw notFound(messages.unknown);
    await audit({ action: 'session.end-device', detail: { device } });
    afterCommit(() => ctx.accountEvents.ended({ jti }));
    return { message: messages.ended };
  });
}

/** Ends the caller's sessions except this one. */
export async function endOtherSessions(
  ctx: AppContext,
  user: AuthUser,
  actor: Actor,
): Promise<{ message: string }> {
  return writeTransaction(ctx, actor, async ({ tx, now, audit, afterCommit }) => {
    const open = await openSessions(ctx, tx, user.userId);
    const others = open.filter(({ jti }) => jti !== user.jti);
    let count = 0;
    for (const { jti } of others) if (await endSession(tx, jti, now.toISOString())) count += 1;
    if (count > 0) await audit({ action: 'session.end-others', detail: { count } });
    afterCommit(() => ctx.accountEvents.ended({ userId: user.userId, exceptJti: user.jti }));
    return { message: messages.othersEnded };
  });
}
