/** Accounts with passkeys and one-time codes. */
import { expect } from 'vitest';
import { stepOf, totpCode } from '#server/features/totp/totp-code.ts';
import { send } from '../fixtures/requests.ts';
import { jsonOf } from '../records/stored.ts';
import type { TestApp, TestPerson } from './app.ts';
import { Authenticator } from './authenticator.ts';

/** The proof that the caller is the owner. */
export const proofOf = ({ password }: TestPerson) => ({ current_password: password });

const reply = (t: TestApp, by: TestPerson | null, url: string, body: object) =>
  jsonOf(send(t, 'POST', url, by, body));

/** A passkey's answer to new registration options of a user, not yet sent. */
export async function newPasskey(t: TestApp, by: TestPerson) {
  const authenticator = new Authenticator();
  const options = await reply(t, by, '/api/passkeys/registration-options', proofOf(by));
  return { authenticator, response: authenticator.register(options) };
}

/** Adds a passkey to a user's account. */
export async function addPasskey(t: TestApp, by: TestPerson, name = 'Phone') {
  const { authenticator, response } = await newPasskey(t, by);
  const { passkey_id, recovery_codes } = await reply(t, by, '/api/passkeys', { name, response });
  return { authenticator, id: Number(passkey_id), codes: recovery_codes as string[] | undefined };
}

/** A passkey's answer to new sign-in options. */
export async function passkeyAnswer(t: TestApp, authenticator: Authenticator) {
  const { json } = await t.app.inject({ method: 'POST', url: '/api/passkeys/sign-in-options' });
  return authenticator.answer(json());
}

/** Starts the set-up of one-time codes; `codeAt` is the code of the app, some steps from now. */
export async function startTotp(t: TestApp, by: TestPerson) {
  const { secret, uri } = await reply(t, by, '/api/totp/start', proofOf(by));
  const codeAt = (offset = 0) => totpCode(secret, stepOf(t.ctx.now()) + offset);
  return { secret: String(secret), uri: String(uri), codeAt };
}

/** Turns one-time codes on with the code of the step before, so that later codes remain. */
export async function addTotp(t: TestApp, by: TestPerson) {
  const started = await startTotp(t, by);
  const confirm = () => send(t, 'POST', '/api/totp/confirm', by, { otp: started.codeAt(-1) });
  const first = await confirm();
  // A time step may have ended meanwhile.
  const confirmed = first.statusCode === 400 ? await confirm() : first;
  expect(confirmed.statusCode, confirmed.body).toBe(200);
  return { ...started, codes: confirmed.json().recovery_codes as string[] | undefined };
}

/** Signs in with the password, and a code if one is given. */
export function signIn(t: TestApp, { username, password }: TestPerson, otp?: string) {
  return send(t, 'POST', '/api/login', null, { username, password, ...(otp && { otp }) });
}
