import type { Job } from '#contract/careers.ts';
import type { Difference } from '../frame/conflict-notice.tsx';
import type { JobValues } from './job-defaults.ts';

/** What the form calls each field. */
export const jobLabels: Record<keyof JobValues, string> = {
  position: 'Position',
  location: 'Location',
  department: 'Department',
  datePosted: 'Date posted',
  companyInformation: 'Company information',
  roleInformation: 'Role information',
  jobResponsibilities: 'Responsibilities',
  skills: 'Requirements',
  descriptionOfBenefits: 'Benefits',
  companyCulture: 'Company culture',
};

const names = Object.keys(jobLabels) as (keyof JobValues)[];

/** The editable part of a job. */
export function valuesOf(job: Job): JobValues {
  return {
    position: job.position,
    location: job.location,
    department: job.department,
    datePosted: job.datePosted,
    companyInformation: job.companyInformation,
    roleInformation: job.roleInformation,
    jobResponsibilities: job.jobResponsibilities,
    skills: job.skills,
    descriptionOfBenefits: job.descriptionOfBenefits,
    companyCulture: job.companyCulture,
  };
}

/** Where the stored job and the form differ. */
export function differencesOf(
  current: Job,
  mine: Partial<Record<keyof JobValues, string | null>>,
): Difference[] {
  return names
    .map((name) => ({ label: jobLabels[name], theirs: current[name], mine: mine[name] ?? '' }))
    .filter(({ theirs, mine }) => theirs !== mine);
}
