import { type Language, t, translated } from '../text/languages.ts';
import * as spanish from './application-stages.es.ts';

/** Messages about hiring: for the office, and the mails to applicants. */
export const applicationStages = {
  updated: 'Application updated.',
  hired: 'Hired. A welcome email with a link to set a password is on its way.',
  hiredBefore: 'This applicant was hired before. Manage their account under Users.',
  updateFailed: "Couldn't update the application. Try again.",
  hireFailed: "Couldn't hire this applicant. Try again.",
  confirmHire: 'Hire this applicant anyway?',
  hireEnded: (stage: string) =>
    `The stage of this application is "${stage}". Talk to the applicant first.`,
  usernameHint: 'For signing in to the portal.',
  moved: (name: string, stage: string) => `${name}: ${stage}.`,
  movedWithMail: (name: string, stage: string) =>
    `${name}: ${stage}. The email leaves in 5 minutes.`,
  undone: 'Undone.',
  mailLeft: 'The application is back in its stage. The email had left already.',
  mailedBefore: 'The applicant was already emailed about this stage.',
  noStage: 'The current stage has no email. Send the stage that the email is about.',
  hireIntro:
    'Creates the account, the employee record and the driver file with the application and the documents already sent, and emails a link to set a password.',
  totalsFailed: "Couldn't load the totals. Try again.",
  totalsIntro:
    'Applications of the last 12 months. Small groups have no count, so that nobody can be recognized.',
  mailFailed: "Couldn't load the email. Close this and try again, or move without one.",
  noEmail: "This stage has no email; the applicant isn't told.",
  reasonHint: (language: Language) =>
    language === 'es'
      ? 'Optional. Part of the email, which is in Spanish: this applicant applied in Spanish.'
      : 'Optional. Part of the email.',
  mailHint: (email: string) => `It goes to ${email} in 5 minutes. Undo stops it until then.`,
} as const;

/** By stage. `declined` avoids the words of the self-identification, which no list may show. */
export const stageNames = {
  new: 'New',
  reviewed: 'In review',
  interview: 'Interview',
  offer: 'Offer',
  hired: 'Hired',
  declined: 'Not selected',
  withdrawn: 'Withdrawn',
} as const;

/**
 * What an applicant is told about a stage: paragraphs; `job` is the position with its article, or 'a job'. No text names
 * a reason: that is the office's.
 */
const stageMails = translated(spanish.stageMails, {
  reviewed: {
    subject: 'We are reading your application',
    text: (job: string) => [
      `Thank you for applying for ${job}. We are reading your application. We will call you about the next step.`,
    ],
  },
  interview: {
    subject: 'We would like to talk with you',
    text: (job: string) => [
      `Thank you for applying for ${job}. We would like to talk with you. We will call you to find a day and time. You can also call us.`,
    ],
  },
  offer: {
    subject: 'We would like you to work with us',
    text: (job: string) => [
      `We want to offer you ${job}. We will call you to explain everything and answer your questions.`,
    ],
  },
  declined: {
    subject: 'About your application',
    text: (job: string) => [
      `Thank you for applying for ${job}. We are sorry: this time we can't offer you work.`,
      'You can apply again when we post another job.',
    ],
  },
  withdrawn: {
    subject: 'Your application is withdrawn',
    text: (job: string) => [
      `Your application for ${job} is withdrawn. We will not call you about it. You can apply again at any time.`,
    ],
  },
});

/** The mail about a stage, with the office's reason if it typed one; null for stages without a mail. */
export function stageMailText(
  stage: keyof typeof stageNames,
  position: string | null,
  reason: string,
): { subject: string; paragraphs: readonly string[] } | null {
  if (stage === 'new' || stage === 'hired') return null;
  const mail = stageMails[stage];
  const job = position
    ? t(`the job ${position}`, `el puesto ${position}`)
    : t('a job', 'un empleo');
  const [first = '', ...rest] = mail.text(job);
  return { subject: mail.subject, paragraphs: [first, ...(reason ? [reason] : []), ...rest] };
}
