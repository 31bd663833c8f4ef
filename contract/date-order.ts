import * as z from 'zod/mini';
import { isCalendarDate } from './dates.ts';

/** Checks that the second date is not before the first, even when other fields are invalid. */
export const inOrder = <First extends string, Second extends string>(
  first: First,
  second: Second,
  message: string,
) =>
  z.refine<Record<First | Second, string | null>>(
    (dates) => {
      const [from, to] = [dates[first], dates[second]];
      return !isDay(from) || !isDay(to) || to >= from;
    },
    {
      error: message,
      path: [second],
      when: ({ value }) => typeof value === 'object' && value !== null,
    },
  );

// Each date field reports its own errors.
function isDay(value: string | null): value is string {
  return typeof value === 'string' && isCalendarDate(value);
}
