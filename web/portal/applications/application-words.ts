import type { Application } from '#contract/applications.ts';

/** The applicant's name as it is read out. */
export function fullName(application: Application): string {
  const { first_name, middle_initial, last_name } = application;
  const middle = /^n\/?a$/i.test(middle_initial) ? '' : middle_initial;
  return [first_name, middle, last_name].filter(Boolean).join(' ');
}

/** The job that it is for. */
export function jobName(application: Application): string {
  return application.position || 'No particular job';
}

/** A 0/1 flag in words. */
export function yesNo(flag: 0 | 1): string {
  return flag === 1 ? 'Yes' : 'No';
}

export interface Filter {
  name: string;
  job: string;
  oldestFirst: boolean;
}

/** The applications that match, in the order asked for; the list comes newest first. */
export function filtered(list: readonly Application[], filter: Filter): Application[] {
  const name = filter.name.trim().toLowerCase();
  const matching = list.filter(
    (application) =>
      (filter.job === '' || jobName(application) === filter.job) &&
      (name === '' ||
        fullName(application).toLowerCase().includes(name) ||
        `${application.first_name} ${application.last_name}`.toLowerCase().includes(name)),
  );
  return filter.oldestFirst ? matching.reverse() : matching;
}

/** The jobs that there are applications for, by name. */
export function jobsOf(list: readonly Application[]): string[] {
  return [...new Set(list.map(jobName))].sort((a, b) => a.localeCompare(b));
}
