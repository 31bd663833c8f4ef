import {
  type getEqualOpportunity as endpoint,
  smallestGroup,
} from '#contract/application-stages.ts';
import { genders, races } from '#contract/form-choices.ts';
import { companyTimeZone } from '#contract/rules/dates.ts';
import type { ReplyOf } from '#contract/wire/endpoint.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { countByValue } from './applications-totals.queries.ts';

/**
 * The counts of groups, null for small ones. Readers know the total, so a hidden count must not be what the shown ones
 * leave: then the next smallest is hidden too, with those of its size. That is so of one hidden group, and of several
 * that all have the largest hidden count. Empty groups may hide each other: nobody is in them.
 */
export function withoutSmallGroups(counts: readonly number[]): (number | null)[] {
  const small = counts.filter((count) => count < smallestGroup);
  const isGivenAway = small.length === 1 || small.every((count) => count === smallestGroup - 1);
  const next = Math.min(...counts.filter((count) => count >= smallestGroup));
  const isNextHidden = small.length > 0 && isGivenAway;
  return counts.map((count) =>
    count < smallestGroup || (isNextHidden && count === next) ? null : count,
  );
}

/** The totals of the last 12 months by gender and race, without small groups. */
export async function readEqualOpportunity({
  db,
  now,
}: Pick<AppContext, 'db' | 'now'>): Promise<ReplyOf<typeof endpoint>> {
  const instant = Temporal.Instant.fromEpochMilliseconds(now().getTime());
  const start = instant.toZonedDateTimeISO(companyTimeZone).subtract({ months: 12 });
  const since = new Date(start.epochMilliseconds).toISOString();
  const groupsOf = async (column: 'gender' | 'race', known: readonly string[]) => {
    const found = await countByValue(db, column, since);
    // With those that the form no longer has.
    const values = [...new Set([...known, ...found.keys()])];
    const counts = withoutSmallGroups(values.map((value) => found.get(value) ?? 0));
    return values.map((value, at) => ({ value, count: counts[at] ?? null }));
  };
  return { gender: await groupsOf('gender', genders), race: await groupsOf('race', races) };
}
