import { type Stage, stageMailMinutes } from '#contract/application-stages.ts';
import { company } from '#contract/company/profile.ts';
import { stageMailText } from '#contract/messages/application-stages.ts';
import { t } from '#contract/text/languages.ts';
import type { ApplicationRow } from '../../database/tables/tables.ts';
import { mailBody } from '../../platform/mail/body.ts';
import type { Mail } from '../../platform/mail/mailer.ts';
import { questions } from '../applicants/applicants-receipt.service.ts';
import { stageMailReason } from '../jobs/jobs.service.ts';

/** What the mails about stages are about: a change of the stage stops those that wait. */
export const stageMailLink = (id: number) => `/applications?application=${id}#stage`;

interface Followed extends Pick<ApplicationRow, 'id' | 'email' | 'position'> {
  position_es: string | null | undefined;
}

/** The mail about a stage, for some minutes later; null for stages without one. */
export function stageMail(
  { id, email, position, position_es = position }: Followed,
  { stage, reason, now }: { stage: Stage; reason: string; now: Date },
  { statusUrl, office }: { statusUrl: string; office: string },
): Mail | null {
  const mail = stageMailText(stage, t(position, position_es), reason);
  if (!mail) return null;
  return {
    to: email,
    replyTo: office,
    subject: mail.subject,
    link: stageMailLink(id),
    reason: { kind: stageMailReason, id },
    sendAt: new Date(now.getTime() + stageMailMinutes * 60_000),
    ...mailBody([
      t('Hello,', 'Hola:'),
      ...mail.paragraphs,
      t('See your application here:', 'Vea aquí su solicitud:'),
      { link: statusUrl, isOneTime: true },
      questions(),
      `${company.name}\n${company.address.street}\n${company.address.city}, ${company.address.state} ${company.address.zip}`,
    ]),
  };
}
