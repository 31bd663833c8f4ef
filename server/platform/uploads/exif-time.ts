import { instantOf } from '#contract/rules/business-days.ts';
import { isCalendarDate } from '#contract/rules/dates.ts';
import { readCameraTime } from '#contract/wire/exif.ts';

/**
 * When a photo was taken, as an instant; null when its EXIF data doesn't say. Cameras without a time zone are taken to
 * show the company's.
 */
export function capturedAt(exif: Buffer | undefined): string | null {
  if (!exif) return null;
  const { time, offset } = readCameraTime(exif);
  // Some phones write dates with dashes or slashes.
  const [, year, , month, day, clock] =
    /^(\d{4})([:/-])(\d\d)\2(\d\d)[ T](\d\d:\d\d:\d\d)$/.exec(time) ?? [];
  const date = `${year}-${month}-${day}`;
  if (!isCalendarDate(date)) return null;
  const wall = `${date}T${clock}`;
  const hasOffset = /^[+-]\d\d:\d\d$/.test(offset);
  try {
    return new Date(hasOffset ? `${wall}${offset}` : instantOf(wall)).toISOString();
  } catch {
    // A time such as 25:00.
    return null;
  }
}
