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

/** The person behind a token and when it runs out (ms since 1970); null when it no longer counts. */
export async function personOf(
  ground: Ground,
  token: string,
): Promise<{ user: SignedIn; token: string; expires: number } | null> {
  const now = ground.now();
  const payload = ground.tokens.read(token, now);
  const user = payload && (await findSession(ground.db, payload, now));
  return user && { user, token, expires: payload.exp * 1000 };
}

/** The person behind an Authorization header, as the database has them now; 401 or 403 when they may not. */
export async function signIn(
  ground: Ground,
  header: string | undefined,
  access: Access,
): Promise<SignedIn> {
  if (!header) throw notSignedIn(general.tokenMissing);
  const token = /^Bearer +([^\s]+)$/i.exec(header)?.[1];
  const person = token ? await personOf(ground, token) : null;
  if (!person) throw notSignedIn();
  if (!mayCall(access, person.user.role)) throw forbidden();
  return person.user;
}
