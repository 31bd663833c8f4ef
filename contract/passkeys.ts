import * as z from 'zod/mini';
import { field } from './messages/general.ts';
import { ownerProof, recoveryCodes } from './second-factors.ts';
import { role } from './wire/account-fields.ts';
import { endpoint } from './wire/endpoint.ts';
import { atLeast, atMost, done, idParams, instant, line } from './wire/fields.ts';

/** Base64url text of WebAuthn, at most `max` characters. */
const encoded = (max: number) =>
  z
    .string({ error: field.required })
    .check(atLeast(1, field.required), atMost(max), z.regex(/^[A-Za-z0-9_-]*$/, field.text));

/** Options for the browser, as @simplewebauthn/server generates them. */
const options = z.looseObject({ challenge: z.string() });

/** The parts of a credential that the server verifies, as @simplewebauthn/browser returns them. */
const credential = {
  id: encoded(1400),
  rawId: encoded(1400),
  type: z.literal('public-key', { error: field.text }),
};

export const listPasskeys = endpoint({
  name: 'listPasskeys',
  method: 'GET',
  path: '/api/passkeys',
  access: 'signed-in',
  duringSetUp: true,
  summary: "The caller's passkeys, newest first.",
  status: 200,
  reply: z.array(
    z.object({
      passkey_id: z.int(),
      name: z.string(),
      created_at: instant,
      last_used_at: z.nullable(instant),
    }),
  ),
});

export const startPasskey = endpoint({
  name: 'startPasskey',
  method: 'POST',
  path: '/api/passkeys/registration-options',
  access: 'signed-in',
  duringSetUp: true,
  summary: 'WebAuthn options for a new passkey; needs the current password or a code.',
  body: ownerProof,
  status: 200,
  failures: [403, 409],
  reply: options,
});

export const createPasskey = endpoint({
  name: 'createPasskey',
  method: 'POST',
  path: '/api/passkeys',
  access: 'signed-in',
  duringSetUp: true,
  summary: "Adds a passkey: the browser's answer to the registration options.",
  body: z.object({
    name: line(),
    response: z.object(
      {
        ...credential,
        response: z.object({
          clientDataJSON: encoded(4000),
          attestationObject: encoded(40_000),
          transports: z.optional(z.array(z.string().check(atMost(20))).check(z.maxLength(10))),
        }),
      },
      { error: field.required },
    ),
  }),
  status: 201,
  failures: [409],
  /** `recovery_codes` come with the first second factor of an account. */
  reply: z.object({
    message: z.string(),
    passkey_id: z.int(),
    recovery_codes: z.optional(recoveryCodes),
  }),
});

export const removePasskey = endpoint({
  name: 'removePasskey',
  method: 'POST',
  path: '/api/passkeys/{id}/remove',
  access: 'signed-in',
  summary: 'Removes a passkey; needs the current password or a code.',
  params: idParams,
  body: ownerProof,
  status: 200,
  failures: [403],
  reply: done,
});

export const startPasskeySignIn = endpoint({
  name: 'startPasskeySignIn',
  method: 'POST',
  path: '/api/passkeys/sign-in-options',
  access: 'public',
  limited: 'sign-in',
  summary: 'WebAuthn options for a sign-in with any passkey of this site.',
  status: 200,
  reply: options,
});

export const signInWithPasskey = endpoint({
  name: 'signInWithPasskey',
  method: 'POST',
  path: '/api/passkeys/sign-in',
  access: 'public',
  limited: 'sign-in',
  signsIn: true,
  summary: "Signs in with the browser's answer to the sign-in options and returns a token.",
  body: z.object({
    response: z.object(
      {
        ...credential,
        response: z.object({
          clientDataJSON: encoded(4000),
          authenticatorData: encoded(4000),
          signature: encoded(4000),
          userHandle: z.optional(encoded(200)),
        }),
      },
      { error: field.required },
    ),
  }),
  status: 200,
  failures: [401],
  reply: z.object({ token: z.string(), role }),
});

export type Passkey = z.output<typeof listPasskeys.reply>[number];
