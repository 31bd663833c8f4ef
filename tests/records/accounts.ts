/** Accounts, their sessions and second factors, and what valid requests about them need. */
import { randomUUID } from 'node:crypto';
import { login } from '#server/features/session/session.service.ts';
import { type Preparation, send } from '#tests/fixtures/requests.ts';
import type { TestApp, TestPerson } from '#tests/harness/app.ts';
import {
  addPasskey,
  addTotp,
  newPasskey,
  passkeyAnswer,
  proofOf,
  startTotp,
} from '#tests/harness/second-factors.ts';

/** A new user with a name of its own, signed in. */
export const newPerson = (t: TestApp, role: 'admin' | 'employee' = 'employee') =>
  t.person(`p${randomUUID()}`, role);

/** The same user with the token of another sign-in. */
export async function signedInAgain({ ctx }: TestApp, person: TestPerson): Promise<TestPerson> {
  const { token } = await login(ctx, { ...person, ip: '127.0.0.1' });
  return { ...person, token, headers: { authorization: `Bearer ${token}` } };
}

/** Whether a person's token still works. */
export const isSignedIn = async (t: TestApp, by: Pick<TestPerson, 'headers'>) =>
  (await send(t, 'GET', '/api/user', by)).statusCode === 200;

async function withCodes(t: TestApp): Promise<Preparation> {
  const by = await newPerson(t);
  await addTotp(t, by);
  return { by, body: proofOf(by) };
}

async function withProof(t: TestApp): Promise<Preparation> {
  const by = await newPerson(t);
  return { by, body: proofOf(by) };
}

/** What the calls about an account's own sign-in and settings need. */
export const accountPreparations: Record<string, (t: TestApp) => Promise<Preparation>> = {
  sendSignInLinks: async (t) => {
    const { userId } = await newPerson(t);
    const users = t.ctx.db.updateTable('users').where('user_id', '=', userId);
    await users.set({ first_signed_in_at: null }).execute();
    return { body: { user_ids: [userId] } };
  },
  // Choosing the same language again changes nothing.
  setLanguage: async (t) => ({ by: await newPerson(t) }),
  logout: async (t) => ({ by: await newPerson(t) }),
  startTotp: withProof,
  startPasskey: withProof,
  removeTotp: withCodes,
  createRecoveryCodes: withCodes,
  confirmTotp: async (t) => {
    const by = await newPerson(t);
    return { by, body: { otp: (await startTotp(t, by)).codeAt() } };
  },
  createPasskey: async (t) => {
    const by = await newPerson(t);
    return { by, body: { response: (await newPasskey(t, by)).response } };
  },
  removePasskey: async (t) => {
    const by = await newPerson(t);
    return { by, id: (await addPasskey(t, by)).id, body: proofOf(by) };
  },
  signInWithPasskey: async (t) => {
    const { authenticator } = await addPasskey(t, await newPerson(t));
    return { body: { response: await passkeyAnswer(t, authenticator) } };
  },
  endSession: async (t) => {
    const by = await newPerson(t);
    const listed = await send(t, 'GET', '/api/sessions', by);
    return { by: await signedInAgain(t, by), id: listed.json()[0].id };
  },
  endOtherSessions: async (t) => ({ by: await newPerson(t) }),
  // Settings that were changed before.
  updateNotificationSettings: async (t) => {
    const by = await newPerson(t);
    await send(t, 'PUT', '/api/notifications/settings', by, { quiet_from: 720, quiet_to: 780 });
    return { by, body: { quiet_from: 1320, quiet_to: 360 } };
  },
};

/** Another admin, who is on duty. */
export async function adminOnDuty(t: TestApp): Promise<number> {
  const { userId: user_id } = await newPerson(t, 'admin');
  const row = { user_id, until: '2199-01-01T00:00:00.000Z', set_by: user_id };
  await t.ctx.db.insertInto('duty').values(row).execute();
  return user_id;
}

/** A mail that the mail server has rejected. */
export async function unsentMail(t: TestApp): Promise<number> {
  const at = t.ctx.now().toISOString();
  const secretLink = 'https://kestrel.example.com/testimonial/secret-code';
  const { id } = await t.ctx.db
    .insertInto('outbox')
    .values({
      message_id: randomUUID(),
      recipient: 'gone@example.com',
      reply_to: '',
      subject: 'Your quote',
      body_text: `Open ${secretLink}`,
      body_html: '',
      created_at: at,
      next_try_at: at,
      tries: 1,
      dead_at: at,
      last_error: `550 no such user, see ${secretLink}`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
