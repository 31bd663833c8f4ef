import { randomBytes } from 'node:crypto';
import type { BodyOf } from '#contract/endpoint.ts';
import { users as messages } from '#contract/messages/users.ts';
import { createUser as createEndpoint } from '#contract/users.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { type Actor, writeTransaction } from '../../platform/writes.ts';
import { mailPasswordLink } from '../passwords/passwords.service.ts';
import { createAccount } from './users.service.ts';

/** Creates an account with a password or a mailed link to set one, once per Idempotency-Key. */
export async function createUser(
  ctx: AppContext,
  { password, send_link, ...account }: BodyOf<typeof createEndpoint>,
  actor: Actor,
  key: string | undefined,
): Promise<{ message: string; user_id: number }> {
  // Without a password the stored one is unknown to everyone until the link sets another.
  const passwordHash = await ctx.passwords.hash(password || randomBytes(32).toString('base64url'));
  const body = {
    ...account,
    // The hash of the body is stored: without our key nobody can test passwords against it.
    ...(password && { password: ctx.tokens.sign(password) }),
    ...(send_link && { send_link }),
  };
  const { username, user_email: email, phone_number: phone, user_role: role } = account;
  return writeTransaction(
    ctx,
    actor,
    async ({ tx, now, afterCommit }) => {
      const by = { ...actor, now };
      const fields = { username, email, phone, passwordHash, role };
      const user_id = await createAccount(tx, fields, by);
      if (send_link) {
        await mailPasswordLink(tx, ctx, { ...account, user_id }, by);
        afterCommit(() => ctx.mailer.wake());
      }
      return { message: messages.userAdded, user_id };
    },
    { endpoint: createEndpoint, key, body },
  );
}
