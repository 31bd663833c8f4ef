import type { FastifyRequest } from 'fastify';
import { sendApplication } from '#contract/applications.ts';
import { type DriverHistoryInput, missingParts, parseHistory } from '#contract/driver-history.ts';
import { applicants as messages } from '#contract/messages/applicants.ts';
import { today } from '#contract/rules/dates.ts';
import type { Language } from '#contract/text/languages.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { callerLanguage } from '../../platform/http/answer-languages.ts';
import type { CountedForm } from '../../platform/limits/limits.ts';
import { inLanguage } from '../../platform/runtime/languages.ts';
import type { Visitor, Write } from '../../platform/writes/writes.ts';
import { selectSpanishPosition } from '../jobs/jobs.service.ts';
import { makeStatusLink } from '../status-links/status-links.service.ts';
import { type OfficeApplication, officeMail, receiptMail } from './applicants.mails.ts';

export { leftAddressReason, newAddressReason, questions } from './applicants.mails.ts';

/** Who applies, and in which language. */
export interface Applicant extends Visitor {
  language: Language;
}

export const applicantOf = (request: FastifyRequest, visitor: Visitor): Applicant => ({
  ...visitor,
  language: callerLanguage(request),
});

/** What mails and notifications about an application refer to. */
export const linkOf = (id: number) => `/applications?application=${id}`;

/** What mails about an application that was begun in two minutes refer to. */
export const linkOfStarted = (id: number) => `/applications?started=${id}`;

/** Makes the status link of a new application and queues the receipt and the office's mail. */
export async function confirmApplication(
  ctx: AppContext,
  write: Write,
  application: OfficeApplication & { id: number; job_id: number | null },
  form: CountedForm,
): Promise<void> {
  const { tx, now, afterCommit } = write;
  const { id, flagged, language } = application;
  const { officeEmail: office, publicUrl } = ctx.config;
  const link = linkOf(id);
  const url = await makeStatusLink(ctx, tx, 'application_id', id, now);
  if (flagged === 0 || (await ctx.limits.mayMailFlagged(tx, sendApplication.name))) {
    const mail = officeMail(application, { office, url: `${publicUrl}${link}`, now });
    await ctx.mailer.enqueue(tx, [{ ...mail, link }]);
  }
  if (flagged === 0) {
    const position_es = await selectSpanishPosition(tx, application);
    const received = { ...application, position_es };
    const mail = inLanguage(language, () => receiptMail(received, { url, office, now }));
    await ctx.mailer.enqueueToVisitor(tx, { ...mail, link }, form);
  }
  afterCommit(() => ctx.mailer.wake());
}

/** What an applicant is told about the record as it is stored: also what it lacks, above all the signature. */
export function savedText(stored: string, hasCdl: boolean, now: Date): string {
  const history = parseHistory(stored);
  const missing = missingParts(history, hasCdl, today(now));
  if (missing.length === 0) return messages.historySaved;
  const isSigned = !missing.includes('statement');
  const { certified, name } = messages.unsigned;
  const signature = [
    ...(history?.is_certified === 1 ? [] : [certified]),
    ...(history && history.signed_name !== '' ? [] : [name]),
  ];
  const labels = missing.flatMap((part) =>
    part === 'statement' ? signature : [messages.missing[part]],
  );
  return messages.historyUnfinished(isSigned, labels);
}

/** The stored text of a record; '' without one. */
export function historyText(history: DriverHistoryInput | null, now: Date): string {
  if (history === null) return '';
  const isSigned = history.is_certified === 1 && history.signed_name !== '';
  return JSON.stringify({ ...history, signed_on: isSigned ? today(now) : null });
}
