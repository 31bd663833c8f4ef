import { createHash, randomBytes } from 'node:crypto';
import { company } from '#contract/company/profile.ts';
import { passwords as messages } from '#contract/messages/users.ts';
import { sendSignInLinks as sendEndpoint } from '#contract/passwords.ts';
import { t } from '#contract/text/languages.ts';
import type { UserRow } from '../../database/tables/tables.ts';
import { requireConfirmed, requireOpenSession } from '../../platform/accounts/actor-session.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { mailBody } from '../../platform/mail/body.ts';
import { deleteMailsAbout } from '../../platform/mail/outbox.queries.ts';
import { inLanguage } from '../../platform/runtime/languages.ts';
import {
  type Actor,
  type SessionActor,
  type Write,
  writeTransaction,
} from '../../platform/writes/writes.ts';
import {
  getAccount,
  getOpenAdminsForUpdate,
  getUnusedAccountsForUpdate,
} from '../users/users.service.ts';
import { deleteOpenLinks, insertLinks } from './passwords.queries.ts';

const hourMs = 3_600_000;
/** How long a link works that is shown or mailed for one account, and one of those that are mailed to many. */
const linkHours = 24;
const signInLinkDays = 7;

export const hashOf = (code: string) => createHash('sha256').update(code).digest('hex');

export const linkOf = ({ config }: Pick<AppContext, 'config'>, code: string) =>
  `${config.publicUrl}/reset/${code}`;

type LinkedAccount = Pick<UserRow, 'user_id' | 'username' | 'token_version'>;
type MailedAccount = LinkedAccount & Pick<UserRow, 'user_email' | 'language'>;

/** What mails with a link are about: a newer link withdraws those that wait. */
const mailedLink = '/reset';

/** Stores a link for each account, in the write of the caller; earlier ones stop working, and aren't mailed any more. */
export async function createLinks<A extends LinkedAccount>(
  { tx, now, audit }: Write,
  actor: Actor,
  accounts: readonly A[],
  hours = linkHours,
): Promise<{ account: A; code: string; expires_at: string }[]> {
  const expires_at = new Date(now.getTime() + hours * hourMs).toISOString();
  const creator = await getAccount(tx, { userId: actor.userId });
  const links = accounts.map((account) => ({
    account,
    code: randomBytes(32).toString('base64url'),
    expires_at,
  }));
  const ids = accounts.map(({ user_id }) => user_id);
  await deleteOpenLinks(tx, ids);
  await deleteMailsAbout(tx, [mailedLink], ids);
  await insertLinks(
    tx,
    links.map(({ account: { user_id, token_version }, code }) => ({
      code_hash: hashOf(code),
      user_id,
      made_by: actor.userId,
      user_token_version: token_version,
      creator_token_version: creator?.token_version ?? null,
      created_at: now.toISOString(),
      expires_at,
    })),
  );
  for (const { user_id: id, username: label } of accounts) {
    await audit({ action: 'password.link', target: { kind: 'user', id, label } });
  }
  return links;
}

/** Mails each account a link that sets the first password, in the write of the caller. */
async function mailLinks(
  ctx: AppContext,
  write: Write,
  actor: Actor,
  accounts: readonly MailedAccount[],
  { hours, isWelcome = false }: { hours: number; isWelcome?: boolean },
): Promise<void> {
  const mails = (await createLinks(write, actor, accounts, hours)).map(({ account, code }) => ({
    to: account.user_email,
    userId: account.user_id,
    link: mailedLink,
    ...inLanguage(account.language ?? 'en', () =>
      linkMail(account.username, linkOf(ctx, code), hours, isWelcome),
    ),
  }));
  await ctx.mailer.enqueue(write.tx, mails);
  write.afterCommit(() => ctx.mailer.wake());
}

function linkMail(username: string, link: string, hours: number, isWelcome: boolean) {
  const [count, days] = [`${hours}`, `${hours / 24}`];
  const lasts =
    hours === linkHours ? t(`${count} hours`, `${count} horas`) : t(`${days} days`, `${days} días`);
  const welcome = t(
    `Welcome to ${company.name}. We look forward to working with you.`,
    `Le damos la bienvenida a ${company.name}. Será un gusto trabajar con usted.`,
  );
  const subject = isWelcome
    ? t(`Welcome to ${company.name}`, `Le damos la bienvenida a ${company.name}`)
    : t(
        `Set your ${company.shortName} portal password`,
        `Elija su contraseña del portal de ${company.shortName}`,
      );
  const body = mailBody([
    ...(isWelcome ? [welcome] : []),
    t(
      `You have an account in the employee portal of ${company.name}. Your username is ${username}.`,
      `Tiene una cuenta en el portal de empleados de ${company.name}. Su usuario es ${username}.`,
    ),
    t(
      `Set your password with this link. It works once, for ${lasts}.`,
      `Elija su contraseña con este enlace. Sirve una sola vez, durante ${lasts}.`,
    ),
    { link, isOneTime: true },
    t(
      `If it has expired, ask the office for a new one: ${company.phones.general.number}.`,
      `Si ya venció, pida uno nuevo a la oficina: ${company.phones.general.number}.`,
    ),
  ]);
  return { subject, ...body };
}

/** Mails a new user the link that sets the first password, in the write of the caller. */
export function mailPasswordLink(
  ctx: AppContext,
  write: Write,
  actor: Actor,
  account: MailedAccount,
): Promise<void> {
  return mailLinks(ctx, write, actor, [account], { hours: linkHours });
}

/** The same for someone who was just hired, and whose first day may be some days ahead. */
export function mailWelcome(
  ctx: AppContext,
  write: Write,
  actor: Actor,
  account: MailedAccount,
): Promise<void> {
  return mailLinks(ctx, write, actor, [account], { hours: signInLinkDays * 24, isWelcome: true });
}

/**
 * Mails a sign-in link to each of these open accounts that never signed in, once per Idempotency-Key; the others are
 * left out. A link of an admin requires a recent password: with another address it would be a way to become one.
 */
export async function sendSignInLinks(
  ctx: AppContext,
  userIds: readonly number[],
  actor: SessionActor,
  key?: string,
): Promise<{ message: string; sent: number }> {
  const call = { endpoint: sendEndpoint, key, body: { userIds } };
  return writeTransaction(
    ctx,
    actor,
    async (write) => {
      await getOpenAdminsForUpdate(write.tx);
      const session = await requireOpenSession(write, actor);
      const accounts = await getUnusedAccountsForUpdate(write.tx, userIds);
      if (accounts.some(({ user_role }) => user_role === 'admin')) {
        requireConfirmed(session, write.now);
      }
      const hours = signInLinkDays * 24;
      if (accounts.length > 0) await mailLinks(ctx, write, actor, accounts, { hours });
      return { message: messages.linksSent(accounts.length), sent: accounts.length };
    },
    call,
  );
}
