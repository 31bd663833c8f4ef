import { type Access, mayCall } from '#contract/access.ts';
import { general } from '#contract/messages/general.ts';
import { forbidden, notSignedIn } from './errors.ts';
import type { Ground } from './ground.ts';
import { findSession } from './sessions.queries.ts';
import type { SignedIn } from './signed-in.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set where the endpoint's access asks for a token. */
    user: SignedIn | null;
  }
}

/** The person behind an Authorization header, as the database has them now; 401 or 403 when they may not. */
export async function signIn(
  ground: Ground,
  header: string | undefined,
  access: Access,
): Promise<SignedIn> {
  if (!header) throw notSignedIn(general.tokenMissing);
  const token = /^Bearer +([^\s]+)$/i.exec(header)?.[1];
  const now = ground.now();
  const payload = token ? ground.tokens.read(token, now) : null;
  const user = payload && (await findSession(ground.db, payload, now));
  if (!user) throw notSignedIn();
  if (!mayCall(access, user.role)) throw forbidden();
  return user;
}
