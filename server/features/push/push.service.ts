import { createECDH } from 'node:crypto';
import { push as messages } from '#contract/messages/push.ts';
import type { subscribePush } from '#contract/push.ts';
import type { BodyOf } from '#contract/wire/endpoint.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { pushAddress } from '../../platform/push/push-sender.ts';
import { invalid } from '../../platform/runtime/errors.ts';
import { type Actor, writeTransaction } from '../../platform/writes/writes.ts';
import {
  deleteByEndpoint,
  deleteEnded,
  putSubscription,
  selectUserIdForUpdate,
  trimSubscriptions,
} from './push.queries.ts';

/** Browsers per user. */
const maxPerUser = 10;

/** Sends pushes to this browser until the session ends; 400 for an unknown service or an invalid key. */
export async function subscribe(
  ctx: AppContext,
  { endpoint, p256dh, auth }: BodyOf<typeof subscribePush>,
  actor: Actor,
  jti: string,
): Promise<{ message: string }> {
  const url = pushAddress(endpoint, ctx.config.pushServices);
  if (!url) throw invalid({ endpoint: messages.unknownService }, messages.unknownService);
  if (!isPoint(p256dh)) throw invalid({ p256dh: messages.badKey }, messages.badKey);
  if (!isSecret(auth)) throw invalid({ auth: messages.badKey }, messages.badKey);
  const { userId } = actor;
  return writeTransaction(ctx, actor, async ({ tx, now }) => {
    await selectUserIdForUpdate(tx, userId);
    const keys = { endpoint: url.href, p256dh, auth };
    await putSubscription(tx, { userId, jti, ...keys, now: now.toISOString() });
    await trimSubscriptions(tx, userId, maxPerUser);
    return { message: messages.subscribed };
  });
}

/** Sends no more pushes to this browser. */
export async function unsubscribe(ctx: AppContext, endpoint: string): Promise<{ message: string }> {
  await deleteByEndpoint(ctx.db, URL.parse(endpoint)?.href ?? endpoint);
  return { message: messages.unsubscribed };
}

/** Deletes the subscriptions of ended sessions, to which nothing is sent anyway. */
export async function sweepPush(ctx: AppContext): Promise<void> {
  await deleteEnded(ctx.db, ctx.now().toISOString());
}

const base64url = /^[\w-]+={0,2}$/;

/** Whether the text is an uncompressed point of the curve P-256. */
function isPoint(text: string): boolean {
  const bytes = Buffer.from(text, 'base64url');
  if (!base64url.test(text) || bytes.length !== 65) return false;
  const own = createECDH('prime256v1');
  own.generateKeys();
  try {
    own.computeSecret(bytes);
    return true;
  } catch {
    return false;
  }
}

function isSecret(text: string): boolean {
  return base64url.test(text) && Buffer.from(text, 'base64url').length === 16;
}
