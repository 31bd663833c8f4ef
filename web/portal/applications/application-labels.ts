import type { StartedApplication } from '#contract/application-drafts.ts';
import {
  type OtherApplication,
  type Stage,
  stageMailMinutes,
  stages,
} from '#contract/application-stages.ts';
import type { Application } from '#contract/applications.ts';
import { applicationsFilter, jobName } from '#contract/filters/applications.ts';
import { filtered } from '#contract/filters/list-filter.ts';
import { stageNames } from '#contract/messages/application-stages.ts';
import { applicationWarnings, type Warnings } from '#contract/rules/form-warnings.ts';
import { personName } from '#contract/text/employee-name.ts';
import { usDay } from '../shared/us-dates.ts';

/** Warnings about the answers, as of the day they were sent. */
export function warningsOf(application: Application): Warnings {
  const { work_experiences: workExperiences, work_references: references } = application;
  const answers = { ...application, workExperiences, references };
  return applicationWarnings(answers, new Date(application.created_at));
}

/** The filter with the view and the order of the screen. */
export interface Filter {
  q: string;
  job: string;
  stage: Stage | '';
  /** `new`: those that no admin has opened; `flagged`: possible spam. */
  show: 'new' | 'flagged' | '';
  sort: 'newest' | 'oldest';
  /** '' is the grid of cards, 'list' a table where there is room for one. */
  view: '' | 'board' | 'list';
}

export const noFilter: Filter = { ...applicationsFilter.none, sort: 'newest', view: '' };
export const filterChoices = {
  ...applicationsFilter.choices,
  sort: ['newest', 'oldest'],
  view: ['', 'board', 'list'],
};

/** Filters and sorts; `list` is newest first. */
export function filterApplications(list: readonly Application[], filter: Filter): Application[] {
  const matching = filtered(applicationsFilter, list, filter);
  return filter.sort === 'oldest' ? matching.reverse() : matching;
}

/** The names of jobs with applications, sorted. */
export function jobsOf(list: readonly Application[]): string[] {
  return [...new Set(list.map(jobName))].sort((a, b) => a.localeCompare(b));
}

export const stageOptions = stages.map((value) => ({ value, label: stageNames[value] }));

/** Of one that certainly is the same person's, otherwise of those that perhaps are. */
export const otherLabel = (others: readonly OtherApplication[]) =>
  others.some(({ by_link }) => by_link === 1) ? 'Same person' : 'Perhaps the same person';

/** Another application that is perhaps the same person's, in words. */
export function otherText({ id, created_at, position, stage }: OtherApplication): string {
  return [`A-${id}`, position || 'no particular job', usDay(created_at), stageNames[stage]].join(
    ', ',
  );
}

export const startedText = ({ created_at, position, ...person }: StartedApplication) =>
  `Started application of ${personName(person)}, ${position ?? 'no particular job'}, ${usDay(created_at)}`;

/** When the mail about the stage leaves, and the stage before: until then the move can be undone. Null afterwards. */
export function waitingMail(
  { events }: Application,
  now: Date,
): { leavesAt: string; before: Stage } | null {
  const last = events.at(-1);
  if (last?.kind !== 'mail') return null;
  const leaves = new Date(Date.parse(last.created_at) + stageMailMinutes * 60_000);
  const moves = events.filter(({ kind }) => stages.includes(kind as Stage));
  const before = (moves.at(-2)?.kind ?? 'new') as Stage;
  return leaves > now ? { leavesAt: leaves.toISOString(), before } : null;
}
