import type { LedgerEntry } from '#contract/hours.ts';
import { hoursLabels } from './hours-edits.ts';

/** How people read which hours have changed. */
export const kindNames: Record<LedgerEntry['kind'], string> = {
  pto: hoursLabels.pto_hours,
  work: hoursLabels.work_hours,
};

const plain = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });
const signed = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2, signDisplay: 'always' });

/** Hours as people read them. */
export function plainHours(hours: number): string {
  return plain.format(hours);
}

/** By how much the hours changed, with its sign. */
export function changeOf({ before, after }: LedgerEntry): string {
  return signed.format((Math.round(after * 100) - Math.round(before * 100)) / 100);
}
