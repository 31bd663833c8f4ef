import { createECDH } from 'node:crypto';
import type { BodyOf } from '#contract/endpoint.ts';
import { push as say } from '#contract/messages/chat.ts';
import type { subscribePush } from '#contract/push.ts';
import { invalid } from '../../platform/errors.ts';
import type { Ground } from '../../platform/ground.ts';
import { pushAddress } from '../../platform/push/push-services.ts';
import type { SignedIn } from '../../platform/signed-in.ts';
import {
  deleteByEndpoint,
  deleteEnded,
  holdUser,
  putSubscription,
  trimSubscriptions,
} from './push.queries.ts';

/** Browsers of one person. */
const mostPerUser = 10;

/** Tells this browser from now on, until the session ends; 400 for a service or a key that is none. */
export async function subscribe(
  ground: Ground,
  { endpoint, p256dh, auth }: BodyOf<typeof subscribePush>,
  user: SignedIn,
): Promise<{ message: string }> {
  const url = pushAddress(endpoint, ground.config.pushServices);
  if (!url) throw invalid({ endpoint: say.unknownService }, say.unknownService);
  if (!isPoint(p256dh)) throw invalid({ p256dh: say.badKey }, say.badKey);
  if (!isSecret(auth)) throw invalid({ auth: say.badKey }, say.badKey);
  const { userId, jti } = user;
  const now = ground.now().toISOString();
  await ground.db.transaction().execute(async (tx) => {
    await holdUser(tx, userId);
    await putSubscription(tx, { userId, jti, endpoint: url.href, p256dh, auth, now });
    await trimSubscriptions(tx, userId, mostPerUser);
  });
  return { message: say.subscribed };
}

/** Tells this browser no more. */
export async function unsubscribe(ground: Ground, endpoint: string): Promise<{ message: string }> {
  await deleteByEndpoint(ground.db, URL.parse(endpoint)?.href ?? endpoint);
  return { message: say.unsubscribed };
}

/** Forgets the browsers whose session has ended; nothing is sent to them before either. */
export async function sweepPush(ground: Ground): Promise<void> {
  await deleteEnded(ground.db, ground.now().toISOString());
}

const base64url = /^[\w-]+={0,2}$/;

/** Whether it is a point of the curve P-256, not compressed. */
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
