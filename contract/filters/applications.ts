import { type Stage, stages } from '../application-stages.ts';
import type { Application } from '../applications.ts';
import { matches } from '../text/text-match.ts';
import { filterOf } from './list-filter.ts';

/** The applicant's full name; a middle initial of N/A is omitted. */
export function applicantName(application: Application): string {
  const { first_name, middle_initial, last_name } = application;
  const middle = /^n\/?a$/i.test(middle_initial) ? '' : middle_initial;
  return [first_name, middle, last_name].filter(Boolean).join(' ');
}

/** The reference number that applicants quote on the phone. */
export function referenceOf(application: Application): string {
  return `A-${application.id}`;
}

export function jobName(application: Application): string {
  return application.position || 'No particular job';
}

/** `new`: those that no admin has opened; `flagged`: possible spam. */
type Values = { q: string; job: string; stage: Stage | ''; show: 'new' | 'flagged' | '' };

export const applicationsFilter = filterOf<Application, Values>({
  none: { q: '', job: '', stage: '', show: '' },
  choices: { stage: ['', ...stages], show: ['', 'new', 'flagged'] },
  matches: (application, { q, job, stage, show }) =>
    (show !== 'new' || application.opened_at === null) &&
    (show !== 'flagged' || application.flagged === 1) &&
    (stage === '' || application.stage === stage) &&
    (job === '' || jobName(application) === job) &&
    matches(q, `${referenceOf(application)}\n${applicantName(application)}\n${application.city}`, [
      application.phone,
    ]),
});
