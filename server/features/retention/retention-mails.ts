import type { Db } from '../../database/open.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { type MailPart, mailBody } from '../../platform/mail/body.ts';
import { selectAdminAddresses } from './retention.queries.ts';

/** Queues a mail to each admin, with a link to System status. */
export async function mailAdmins(
  { config, mailer }: Pick<AppContext, 'config' | 'mailer'>,
  tx: Db,
  subject: string,
  parts: readonly MailPart[],
): Promise<void> {
  const body = mailBody([...parts, { link: `${config.publicUrl}/status` }]);
  const admins = await selectAdminAddresses(tx);
  await mailer.enqueue(
    tx,
    admins.map(({ user_id: userId, user_email: to }) => ({ to, userId, subject, ...body })),
  );
}
