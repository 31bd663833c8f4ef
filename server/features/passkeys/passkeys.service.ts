import { passkeys as messages, secondFactors } from '#contract/messages/second-factors.ts';
import type {
  createPasskey as createEndpoint,
  Passkey,
  startPasskey as startEndpoint,
} from '#contract/passkeys.ts';
import type { BodyOf, ReplyOf } from '#contract/wire/endpoint.ts';
import { isUniqueViolation } from '../../database/errors.ts';
import type { Db } from '../../database/open.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { conflict, invalid, notFound } from '../../platform/runtime/errors.ts';
import { type SessionActor, writeTransaction } from '../../platform/writes/writes.ts';
import { addFactor, proveOwner, removeFactor } from '../second-factors/second-factors.service.ts';
import { getOwnAccountForUpdate } from '../users/users.service.ts';
import {
  deletePasskey,
  insertChallenge,
  insertPasskey,
  selectPasskeys,
  takeChallenge,
} from './passkeys.queries.ts';
import { challengeMs, challengeOf, relyingParty } from './relying-party.ts';

const maxPerUser = 20;

// Loaded with the first passkey: most processes verify none.
const webauthn = () => import('@simplewebauthn/server');

const refused = () => invalid({ response: messages.notRegistered }, messages.notRegistered);

export async function listPasskeys(db: Db, userId: number): Promise<Passkey[]> {
  const rows = await selectPasskeys(db, userId);
  return rows.map(({ id, name, created_at, last_used_at }) => ({
    passkey_id: id,
    name,
    created_at,
    last_used_at,
  }));
}

/** Options for a new passkey of the caller; the answer counts in this session only. */
export async function startPasskey(
  ctx: AppContext,
  proof: BodyOf<typeof startEndpoint>,
  actor: SessionActor,
): Promise<ReplyOf<typeof startEndpoint>> {
  const account = await proveOwner(ctx, proof, actor);
  const own = await selectPasskeys(ctx.db, actor.userId);
  if (own.length >= maxPerUser) throw conflict(messages.tooMany(maxPerUser));
  const { generateRegistrationOptions } = await webauthn();
  const site = relyingParty(ctx.config);
  const options = await generateRegistrationOptions({
    rpID: site.id,
    rpName: site.name,
    userID: new Uint8Array(Buffer.from(ctx.tokens.userHandle(actor.userId), 'base64url')),
    userName: account.username,
    timeout: challengeMs,
    attestationType: 'none',
    excludeCredentials: own.map(({ credential_id, transports }) => ({
      id: credential_id,
      transports: JSON.parse(transports),
    })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  await writeTransaction(ctx, actor, async ({ tx, now }) => {
    const expires_at = new Date(now.getTime() + challengeMs).toISOString();
    const { challenge } = options;
    const { jti } = actor;
    await insertChallenge(
      tx,
      { challenge, purpose: 'register', jti, expires_at },
      now.toISOString(),
    );
  });
  return { ...options };
}

/** Verifies the browser's answer and returns the new credential. */
async function verifyRegistration(
  ctx: AppContext,
  response: BodyOf<typeof createEndpoint>['response'],
  jti: string,
) {
  const challenge = challengeOf(response.response.clientDataJSON);
  const now = ctx.now().toISOString();
  if (!(await takeChallenge(ctx.db, { challenge, purpose: 'register', jti }, now))) throw refused();
  const { verifyRegistrationResponse } = await webauthn();
  const site = relyingParty(ctx.config);
  const { transports, ...rest } = response.response;
  const verification = await verifyRegistrationResponse({
    response: { ...response, response: rest, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    requireUserVerification: true,
  }).catch((error: unknown) => {
    ctx.log.info({ err: error }, 'passkey not registered');
    throw refused();
  });
  if (!verification.verified) throw refused();
  const { credential } = verification.registrationInfo;
  return {
    credential_id: credential.id,
    public_key: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports: JSON.stringify(transports ?? []),
  };
}

/** Adds a passkey to the caller's account. */
export async function createPasskey(
  ctx: AppContext,
  { name, response }: BodyOf<typeof createEndpoint>,
  actor: SessionActor,
): Promise<ReplyOf<typeof createEndpoint>> {
  const credential = await verifyRegistration(ctx, response, actor.jti);
  const user_id = actor.userId;
  const write = writeTransaction(ctx, actor, async (write) => {
    const { tx, now } = write;
    const account = await getOwnAccountForUpdate(write, actor);
    if ((await selectPasskeys(tx, user_id)).length >= maxPerUser) {
      throw conflict(messages.tooMany(maxPerUser));
    }
    const target = { kind: 'passkey', id: 0, label: name };
    const codes = await addFactor(ctx, write, account, {
      insert: async () => {
        target.id = await insertPasskey(tx, {
          ...credential,
          user_id,
          user_handle: ctx.tokens.userHandle(user_id),
          name,
          created_at: now.toISOString(),
        });
      },
      action: 'passkey.create',
      target,
      sentence: () => secondFactors.passkeyAdded(name),
    });
    return {
      message: messages.added,
      passkey_id: target.id,
      ...(codes && { recovery_codes: codes }),
    };
  });
  return write.catch((error: unknown) => {
    throw isUniqueViolation(error, 'credential') ? refused() : error;
  });
}

/** Removes one of the caller's passkeys; another user's is 404. */
export async function removePasskey(
  ctx: AppContext,
  id: number,
  proof: BodyOf<typeof startEndpoint>,
  actor: SessionActor,
): Promise<{ message: string }> {
  await proveOwner(ctx, proof, actor);
  return writeTransaction(ctx, actor, async (write) => {
    const account = await getOwnAccountForUpdate(write, actor);
    const name = await deletePasskey(write.tx, id, actor.userId);
    if (name === undefined) throw notFound();
    await removeFactor(ctx, write, account, {
      action: 'passkey.delete',
      target: { kind: 'passkey', id, label: name },
      sentence: () => secondFactors.passkeyRemoved(name),
    });
    return { message: messages.removed };
  });
}
