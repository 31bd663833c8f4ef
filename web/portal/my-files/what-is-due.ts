import type { Assignment } from '#contract/employee-files.ts';

type Facts = Pick<
  Assignment,
  'status' | 'awaiting_review' | 'opened_at' | 'acknowledge' | 'acknowledged_at'
>;

/** What somebody has to do about a file, most pressing first. */
const duties = ['again', 'open', 'confirm', 'send', 'nothing'] as const;
export type Duty = (typeof duties)[number];

/** What is due now: a new version, to open it, to confirm it, or to send it back for the first time. */
export function whatIsDue(file: Facts): Duty {
  const judged = file.awaiting_review === 0;
  if (file.status === 'Rejected' || (file.status === 'Incomplete' && judged)) return 'again';
  if (file.opened_at === null) return 'open';
  if (file.acknowledge === 1 && file.acknowledged_at === null) return 'confirm';
  return file.status === null ? 'send' : 'nothing';
}

/** What is due first; among its like the order of the list, newest first. */
export function dueFirst<F extends Facts>(files: readonly F[]): F[] {
  const rank = (file: F) => duties.indexOf(whatIsDue(file));
  return files.toSorted((one, other) => rank(one) - rank(other));
}
