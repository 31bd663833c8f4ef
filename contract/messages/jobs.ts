import { translated } from '../text/languages.ts';
import * as spanish from './jobs.es.ts';

/** Messages of the job list and its admin screen (A5, A7, C2). */
export const jobs = translated(spanish.jobs, {
  detailFailed: 'Failed to fetch job details.',
  fetchFailed: 'Failed to fetch jobs.',
  added: 'Job added successfully!',
  updated: 'Job updated successfully!',
  deleted: 'Job deleted successfully!',
  unauthorized: 'Unauthorized. Please log in.',
  deleteFailed: 'Failed to delete job.',
  deleteFailedBecause: (reason: string) => `Error deleting job: ${reason}`,
  confirmDelete: 'Are you sure you want to delete this job?',
  none: 'No jobs currently available.',
  noMatch: (text: string, department: string) =>
    text === '' ? `Nothing in ${department}?` : `Nothing for '${text}'?`,
  showAll: (count: number) => (count === 1 ? 'Show the open job' : `Show all ${count} jobs`),
  /** Equals general.loading; a copy, because the public pages have a byte budget. */
  loading: 'Loading...',
  results: (count: number) => `${count} Results`,
  gone: 'This job is no longer listed.',
  closed: (lastDay: string) =>
    `This job closed on ${lastDay}. We no longer take applications for it.`,
  closedTitle: 'This job is closed',
  closedText: 'We no longer take applications for it. Thank you for your interest.',
  openJobs: 'Open jobs',
  detailUnreachable: "We couldn't load this job. Try again in a moment.",
  listUnreachable: "We couldn't load the list. Try again in a moment.",
  payPeriodMissing: 'Choose the pay period.',
  payFalls: 'Enter an amount no lower than the minimum pay.',
});
