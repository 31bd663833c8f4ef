import { payText } from '#contract/job-content.ts';
import type { Job } from '#contract/jobs.ts';
import type { JobSummary } from './job-search.ts';

const employment: Record<Job['employmentType'], string> = {
  '': '',
  full_time: 'Full time',
  part_time: 'Part time',
  contractor: 'Contractor',
  temporary: 'Temporary',
  per_diem: 'Per diem',
  intern: 'Internship',
};

type Terms = Pick<Job, 'payMin' | 'payMax' | 'payPeriod' | 'homeTime' | 'shift' | 'employmentType'>;

/** The stated terms of a job, most important to a driver first. */
export function jobTerms(job: Terms): { label: string; text: string }[] {
  return [
    { label: 'Pay', text: payText(job) },
    { label: 'Home time', text: job.homeTime },
    { label: 'Shift', text: job.shift },
    { label: 'Employment', text: employment[job.employmentType] },
  ].filter(({ text }) => text !== '');
}

/** A job in a list. Call it in loaders: a page has its summaries only. */
export function jobSummary(job: Job): JobSummary {
  const { id, position, location, department, datePosted, openings } = job;
  const terms = jobTerms(job).map(({ text }) => text);
  if (openings > 1) terms.push(`${openings} openings`);
  return { id, position, location, department, datePosted, terms };
}
