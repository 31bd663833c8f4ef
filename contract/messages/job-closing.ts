import { translated } from '../text/languages.ts';
import * as spanish from './job-closing.es.ts';

const mails = (notified: number) =>
  notified === 1 ? '1 applicant gets an email' : `${notified} applicants get an email`;
const withMails = (sentence: string, notified: number) =>
  notified === 0 ? sentence : `${sentence} ${mails(notified)} in 5 minutes.`;
const applicants = (count: number) =>
  count === 1 ? '1 applicant waits' : `${count} applicants wait`;

/** Messages about closing and reposting jobs. Not in jobs.ts, which the public pages load. */
export const jobClosing = translated(spanish.jobClosing, {
  gone: 'This job is no longer listed.',
  applicantsNotified: 'The job closed. The applicant gets an email.',
  confirmClose: 'Close this job?',
  closeMeans: 'The careers page stops listing it and takes no applications for it.',
  notifyApplicants: (count: number) =>
    count === 1
      ? 'Email the applicant who waits for a decision'
      : `Email the ${count} applicants who wait for a decision`,
  notifyHint:
    'The email says that the job is closed and the application goes no further. It goes out in 5 minutes.',
  reopenStops: 'Reopening the job until then takes it back.',
  /** Before a sentence or after it: how many get a mail. */
  withMails,
  closing: ({ closed, notified }: { closed: boolean; notified: number }) =>
    withMails(closed ? 'Job closed.' : 'This job was closed before.', notified),
  closeFailed: "Couldn't close the job. Try again.",
  reopened: 'Job reopened.',
  isOpen: 'This job is open.',
  reopenFailed: "Couldn't reopen the job. Try again.",
  dayIsOver: 'The Open through day is over. Edit it to reopen the job.',
  allFilled: 'All openings are filled. Raise their number first.',
  confirmRepost: 'Repost this job?',
  repostMeans:
    'A new posting with the date of today takes its place. This one closes and keeps its applications.',
  reposted: (notified: number) => withMails('Job reposted.', notified),
  repostFailed: "Couldn't repost the job. Try again.",
  confirmTell: 'Tell the applicants that this job is closed?',
  tellFailed: "Couldn't tell the applicants. Try again.",
  deletedMeans: 'Its applications stay.',
  waiting: (count: number) => `${applicants(count)} for a decision`,
  hiredMeanwhile: (hired: number) =>
    `Somebody else was hired for this job meanwhile: ${hired} so far. Check what this hire does, then hire again.`,
  fills: 'This hire fills the job',
  fillsMissing: 'Choose what happens to the job.',
  fillsAndTells: (count: number) =>
    count === 1 ? 'Close it and email the other one' : `Close it and email the ${count} others`,
  fillsQuietly: 'Close it without an email',
  fillsNothing: 'Leave it open',
  closedList: 'Closed jobs',
  closedFailed: "Couldn't load the closed jobs.",
  applicationClosed:
    'This job just closed. Your answers are still here: you can send them without the job, for our other openings.',
});
