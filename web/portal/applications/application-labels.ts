import type { Application } from '#contract/applications.ts';
import { applicationWarnings, type Warnings } from '#contract/form-warnings.ts';
import { matches } from '#web/lib/text-match.ts';

/** The applicant's full name; a middle initial of N/A is omitted. */
export function fullName(application: Application): string {
  const { first_name, middle_initial, last_name } = application;
  const middle = /^n\/?a$/i.test(middle_initial) ? '' : middle_initial;
  return [first_name, middle, last_name].filter(Boolean).join(' ');
}

/** The reference number that applicants quote on the phone. */
export function referenceOf(application: Application): string {
  return `A-${application.id}`;
}

/** Warnings about the answers, as of the day they were sent. */
export function warningsOf(application: Application): Warnings {
  const { work_experiences: workExperiences, work_references: references } = application;
  const answers = { ...application, workExperiences, references };
  return applicationWarnings(answers, new Date(application.created_at));
}

export function jobName(application: Application): string {
  return application.position || 'No particular job';
}

export interface Filter {
  q: string;
  job: string;
  /** `new`: those that no admin has opened. */
  show: 'new' | '';
  sort: 'newest' | 'oldest';
}

export const noFilter: Filter = { q: '', job: '', show: '', sort: 'newest' };
export const filterChoices = { show: ['', 'new'], sort: ['newest', 'oldest'] };

/** Filters and sorts; `list` is newest first. */
export function filterApplications(list: readonly Application[], filter: Filter): Application[] {
  const matching = list.filter(
    (application) =>
      (filter.show === '' || application.opened_at === null) &&
      (filter.job === '' || jobName(application) === filter.job) &&
      matches(
        filter.q,
        `${referenceOf(application)}\n${fullName(application)}\n${application.city}`,
        [application.phone],
      ),
  );
  return filter.sort === 'oldest' ? matching.reverse() : matching;
}

/** The names of jobs with applications, sorted. */
export function jobsOf(list: readonly Application[]): string[] {
  return [...new Set(list.map(jobName))].sort((a, b) => a.localeCompare(b));
}
