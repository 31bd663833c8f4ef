import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';
import { passkeys as messages } from '#contract/messages/second-factors.ts';
import {
  createPasskey,
  signInWithPasskey,
  startPasskey,
  startPasskeySignIn,
} from '#contract/passkeys.ts';
import type { CallInput, ReplyOf } from '#contract/wire/endpoint.ts';
import { CallError } from '#contract/wire/endpoint.ts';
import { call, serverMessage } from '../api/api.ts';

/** Asks the device for a new passkey and adds it to the account. */
export async function addPasskey(
  name: string,
  proof: CallInput<typeof startPasskey>['body'],
): Promise<ReplyOf<typeof createPasskey>> {
  const options = await call(startPasskey, { body: proof });
  // The server generates these options with the same library.
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  const response = await startRegistration({ optionsJSON });
  return call(createPasskey, {
    body: { name, response: { ...response, type: 'public-key' as const } },
  });
}

/** Asks the device for one of its passkeys and signs in with it. */
export async function signInByPasskey(): Promise<ReplyOf<typeof signInWithPasskey>> {
  const options = await call(startPasskeySignIn);
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  const response = await startAuthentication({ optionsJSON });
  return call(signInWithPasskey, {
    body: { response: { ...response, type: 'public-key' as const } },
  });
}

/** Why a passkey was not added or used. */
export function passkeyFailure(error: unknown, fallback: string): string {
  if (error instanceof CallError) return serverMessage(error) ?? error.body.error;
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError' || name === 'AbortError') return messages.canceled;
  if (name === 'InvalidStateError') return messages.alreadyHere;
  return fallback;
}
