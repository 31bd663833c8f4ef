import type { Assignment } from '#contract/employee-files.ts';

type DueInput = Pick<
  Assignment,
  'status' | 'awaiting_review' | 'opened_at' | 'acknowledge' | 'acknowledged_at'
>;

/** A person's next step with a file, most urgent first. */
const duties = ['again', 'open', 'confirm', 'send', 'nothing'] as const;
export type Duty = (typeof duties)[number];

/** The next step: a new version, opening, confirming, or the first version. */
export function nextDuty(file: DueInput): Duty {
  const isReviewed = file.awaiting_review === 0;
  if (file.status === 'Rejected' || (file.status === 'Incomplete' && isReviewed)) return 'again';
  if (file.opened_at === null) return 'open';
  if (file.acknowledge === 1 && file.acknowledged_at === null) return 'confirm';
  return file.status === null ? 'send' : 'nothing';
}

/** Most urgent first; equally urgent files keep their order. */
export function dueFirst<F extends DueInput>(files: readonly F[]): F[] {
  const rank = (file: F) => duties.indexOf(nextDuty(file));
  return files.toSorted((one, other) => rank(one) - rank(other));
}
