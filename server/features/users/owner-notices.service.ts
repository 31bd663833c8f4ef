import { company } from '#contract/company/profile.ts';
import { accountNotices as messages } from '#contract/messages/users.ts';
import type { Role } from '#contract/wire/access.ts';
import type { UserRow } from '../../database/tables/tables.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { mailBody } from '../../platform/mail/body.ts';
import { inLanguage } from '../../platform/runtime/languages.ts';
import type { Actor, Visitor, Write } from '../../platform/writes/writes.ts';
import { notify } from '../notifications/notifications.service.ts';
import { getAccount } from './users.service.ts';

/** What changed in an account; never a secret. */
interface AccountChange {
  hasNewPassword?: boolean;
  hasNewLink?: boolean;
  role?: Role | undefined;
  email?: string | undefined;
}

/**
 * Tells the owner of an account by mail and notification what someone changed, and also themselves when it was the email
 * address: a stolen token could have changed it. `before` is the account before the change; a new address gets the mail, too.
 */
export async function notifyOwner(
  ctx: AppContext,
  write: Write,
  actor: Actor | Visitor,
  before: Pick<UserRow, 'user_id' | 'username' | 'user_email' | 'language'>,
  { hasNewPassword, hasNewLink, role, email }: AccountChange,
): Promise<void> {
  const isOwn = actor.userId === before.user_id;
  const name = await nameOf(write, actor);
  const sentencesOf = () => {
    const by = isOwn ? messages.you : (name ?? messages.office);
    return [
      ...(hasNewPassword && !isOwn ? [messages.password(by)] : []),
      ...(hasNewLink && !isOwn ? [messages.link(by)] : []),
      ...(role !== undefined ? [messages.role(by, role)] : []),
      ...(email !== undefined ? [messages.email(by, email)] : []),
    ];
  };
  if (sentencesOf().length === 0) return;
  const link = hasNewPassword ? { link: '/password' } : {};
  await notify(ctx, write, actor.userId, [
    {
      kind: 'account',
      message: () => sentencesOf().join(' '),
      recipients: [before.user_id],
      ...link,
    },
  ]);
  const mail = inLanguage(before.language ?? 'en', () => ({
    subject: messages.subject(company.shortName),
    ...mailBody([
      messages.intro(before.username, company.name),
      ...sentencesOf(),
      messages.unexpected(company.phones.general.number),
    ]),
  }));
  const addresses = new Set([before.user_email, email ?? before.user_email]);
  await ctx.mailer.enqueue(
    write.tx,
    // One to the address before goes there, whatever the account has when it is sent.
    [...addresses].map((to) => ({
      ...{ to, ...mail },
      ...((email ?? before.user_email) === to && { userId: before.user_id }),
    })),
  );
  write.afterCommit(() => ctx.mailer.wake());
}

/** Undefined for the office. */
async function nameOf({ tx }: Write, { userId }: Actor | Visitor): Promise<string | undefined> {
  const account = userId === null ? undefined : await getAccount(tx, { userId });
  return account?.username;
}
