import * as z from 'zod/mini';
import { ownerProof, recoveryCodes } from './second-factors.ts';
import { endpoint } from './wire/endpoint.ts';
import { done, instant, line } from './wire/fields.ts';

export const getTotp = endpoint({
  name: 'getTotp',
  method: 'GET',
  path: '/api/totp',
  access: 'signed-in',
  duringSetUp: true,
  summary: "When the caller's one-time codes were turned on, and how many recovery codes are left.",
  status: 200,
  reply: z.object({ confirmed_at: z.nullable(instant), recovery_codes_left: z.int() }),
});

export const startTotp = endpoint({
  name: 'startTotp',
  method: 'POST',
  path: '/api/totp/start',
  access: 'signed-in',
  duringSetUp: true,
  summary: 'Returns a secret for an authenticator app; needs the current password or a code.',
  body: ownerProof,
  status: 200,
  failures: [403, 409],
  reply: z.object({
    /** Base32. */
    secret: z.string(),
    /** `otpauth://…`, for a QR code. */
    uri: z.string(),
  }),
});

export const confirmTotp = endpoint({
  name: 'confirmTotp',
  method: 'POST',
  path: '/api/totp/confirm',
  access: 'signed-in',
  duringSetUp: true,
  summary: 'Turns one-time codes on with the first code of the app.',
  body: z.object({ otp: line() }),
  status: 200,
  failures: [409],
  /** `recovery_codes` come with the first second factor of an account. */
  reply: z.object({ message: z.string(), recovery_codes: z.optional(recoveryCodes) }),
});

export const removeTotp = endpoint({
  name: 'removeTotp',
  method: 'POST',
  path: '/api/totp/remove',
  access: 'signed-in',
  summary: 'Turns one-time codes off; needs the current password or a code.',
  body: ownerProof,
  status: 200,
  failures: [403, 409],
  reply: done,
});

export type Totp = z.output<typeof getTotp.reply>;
