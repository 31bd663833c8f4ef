import type { Application } from '#contract/applications.ts';
import { applicationsFilter, jobName } from '#contract/filters/applications.ts';
import { filtered } from '#contract/filters/list-filter.ts';
import { applicationWarnings, type Warnings } from '#contract/rules/form-warnings.ts';

/** Warnings about the answers, as of the day they were sent. */
export function warningsOf(application: Application): Warnings {
  const { work_experiences: workExperiences, work_references: references } = application;
  const answers = { ...application, workExperiences, references };
  return applicationWarnings(answers, new Date(application.created_at));
}

/** The filter with the order of the screen. */
export interface Filter {
  q: string;
  job: string;
  /** `new`: those that no admin has opened; `flagged`: possible spam. */
  show: 'new' | 'flagged' | '';
  sort: 'newest' | 'oldest';
}

export const noFilter: Filter = { ...applicationsFilter.none, sort: 'newest' };
export const filterChoices = { ...applicationsFilter.choices, sort: ['newest', 'oldest'] };

/** Filters and sorts; `list` is newest first. */
export function filterApplications(list: readonly Application[], filter: Filter): Application[] {
  const matching = filtered(applicationsFilter, list, filter);
  return filter.sort === 'oldest' ? matching.reverse() : matching;
}

/** The names of jobs with applications, sorted. */
export function jobsOf(list: readonly Application[]): string[] {
  return [...new Set(list.map(jobName))].sort((a, b) => a.localeCompare(b));
}
