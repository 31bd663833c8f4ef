import type { signInWithPasskey, startPasskeySignIn } from '#contract/passkeys.ts';
import type { BodyOf, ReplyOf } from '#contract/wire/endpoint.ts';
import type { Db } from '../../database/open.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { refusedLine } from '../../platform/limits/refused-requests.ts';
import { systemActor, writeTransaction } from '../../platform/writes/writes.ts';
import {
  findPasskey,
  insertChallenge,
  type PasskeyRow,
  setUsed,
  takeChallenge,
} from './passkeys.queries.ts';
import { challengeMs, challengeOf, relyingParty } from './relying-party.ts';

type Assertion = BodyOf<typeof signInWithPasskey>['response'];

/** A verified use of a passkey, not yet recorded. */
export interface VerifiedPasskey {
  passkey: PasskeyRow;
  /** The signature counter of this use. */
  counter: number;
}

/** Options for a sign-in: the authenticator offers the passkeys that it has for this site. */
export async function startSignIn(ctx: AppContext): Promise<ReplyOf<typeof startPasskeySignIn>> {
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(ctx.config).id,
    timeout: challengeMs,
    userVerification: 'required',
  });
  await writeTransaction(ctx, systemActor, async ({ tx, now }) => {
    const expires_at = new Date(now.getTime() + challengeMs).toISOString();
    const { challenge } = options;
    await insertChallenge(
      tx,
      { challenge, purpose: 'sign-in', jti: '', expires_at },
      now.toISOString(),
    );
  });
  return { ...options };
}

/**
 * Verifies an answer to `startSignIn`: challenge (once), origin, signature, user verification and counter. Returns
 * the known passkey also when it doesn't verify, so that the attempt can be recorded.
 */
export async function verifyAssertion(
  ctx: AppContext,
  response: Assertion,
): Promise<{ known: PasskeyRow | null; verified: VerifiedPasskey | null }> {
  const challenge = challengeOf(response.response.clientDataJSON);
  const now = ctx.now().toISOString();
  const isOpen = await takeChallenge(ctx.db, { challenge, purpose: 'sign-in', jti: '' }, now);
  if (!isOpen) return { known: null, verified: null };
  const known = (await findPasskey(ctx.db, response.id)) ?? null;
  const { userHandle, ...rest } = response.response;
  const isOwn = known !== null && (userHandle === undefined || userHandle === known.user_handle);
  if (!isOwn) return { known, verified: null };
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const site = relyingParty(ctx.config);
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...response, response: rest, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.id,
      requireUserVerification: true,
      credential: {
        id: known.credential_id,
        publicKey: new Uint8Array(Buffer.from(known.public_key, 'base64url')),
        counter: known.counter,
      },
    });
    const { newCounter: counter } = authenticationInfo;
    return { known, verified: verified ? { passkey: known, counter } : null };
  } catch (error) {
    ctx.log.info({ err: error, [refusedLine]: '' }, 'passkey refused');
    return { known, verified: null };
  }
}

/** Records the use in the write of the sign-in; false when a concurrent use came first. */
export function recordUse(
  tx: Db,
  { passkey, counter }: VerifiedPasskey,
  now: Date,
): Promise<boolean> {
  return setUsed(tx, passkey.id, { before: passkey.counter, counter, now: now.toISOString() });
}
