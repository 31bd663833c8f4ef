import { translated } from '../text/languages.ts';
import * as spanish from './job-closing.es.ts';

/** Messages about closing and reposting jobs. Not in jobs.ts, which the public pages load. */
export const jobClosing = translated(spanish.jobClosing, {
  gone: 'This job is no longer listed.',
  applicantsNotified: 'The job closed. The applicant gets an email.',
  confirmClose: 'Close this job?',
  closeMeans: 'The careers page stops listing it and takes no applications for it.',
  notifyApplicants: 'Email the applicants who wait for a decision',
  notifyHint: 'The emails go out in 5 minutes, unless you reopen the job until then.',
  closedNow: 'Job closed.',
  closeFailed: "Couldn't close the job. Try again.",
  reopened: 'Job reopened.',
  reopenFailed: "Couldn't reopen the job. Try again.",
  dayIsOver: 'The Open through day is over. Edit it to reopen the job.',
  allFilled: 'All openings are filled. Raise the number to reopen the job.',
  confirmRepost: 'Repost this job?',
  repostMeans:
    'A new posting with the date of today takes its place. This one closes and keeps its applications.',
  reposted: 'Job reposted.',
  repostFailed: "Couldn't repost the job. Try again.",
  closedList: 'Closed jobs',
  closedFailed: "Couldn't load the closed jobs.",
  applicationClosed:
    'This job just closed. Your answers are still here: you can send them without the job, for our other openings.',
});
