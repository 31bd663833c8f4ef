/** Counts calendar days. Apart from dates.ts, so that public pages don't load it. */

/** The calendar days from one `YYYY-MM-DD` to another; negative when the second is earlier. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000;
}
