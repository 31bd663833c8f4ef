import * as z from 'zod/mini';
import { field } from './messages/general.ts';
import { endpoint } from './wire/endpoint.ts';
import { atMost, done, idParams, optionalLine } from './wire/fields.ts';

/** Proof that the caller is the owner of the account and not a finder of the device: one of the two. */
export const ownerProof = z.object({
  current_password: z.optional(z.string({ error: field.text }).check(atMost(1000))),
  /** From the authenticator app, or a recovery code. */
  otp: optionalLine(),
});

/** The codes that replace a lost factor, each once; shown only in this reply. */
export const recoveryCodes = z.array(z.string());

export const createRecoveryCodes = endpoint({
  name: 'createRecoveryCodes',
  method: 'POST',
  path: '/api/totp/recovery-codes',
  access: 'signed-in',
  summary: 'Replaces the recovery codes; needs the current password or a code.',
  body: ownerProof,
  status: 200,
  failures: [403, 409],
  reply: z.object({ message: z.string(), recovery_codes: recoveryCodes }),
});

export const resetSecondFactors = endpoint({
  name: 'resetSecondFactors',
  method: 'POST',
  path: '/api/users/{id}/reset-second-factors',
  access: 'admin',
  summary:
    "Removes another user's passkeys, one-time codes and recovery codes, and ends their sessions. 403 `confirmation_required` when the sign-in is older than 15 minutes.",
  params: idParams,
  status: 200,
  failures: [409],
  reply: done,
});
