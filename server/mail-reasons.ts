import { applicationMailReasons } from './features/applications/applications-stages.service.ts';
import { closingMailReasons } from './features/jobs/jobs.service.ts';
import { quoteMailReasons } from './features/quotes/quotes.service.ts';
import type { MailReasons } from './platform/mail/mailer.ts';

/** Every reason of a mail that can end while the mail waits. */
export const mailReasons: MailReasons = {
  ...applicationMailReasons,
  ...closingMailReasons,
  ...quoteMailReasons,
};
