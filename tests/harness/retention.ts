import { instantBefore } from '#server/features/retention/retention-kinds.ts';

/** The facts of a database in which all that is old was announced, and the nightly run was long ago. */
export function announcedLongAgo(now: Date): [name: string, value: string][] {
  const limits = { applications: 24, inquiries: 1 };
  const expired = Object.entries(limits).map(([name, months]) => ({
    ...{ name, setting: name, months },
    before: instantBefore(now, months),
    count: 1_000_000,
  }));
  const announced = { at: '2000-01-01T12:00:00.000Z', expired };
  return [
    ['retention-day', '2000-01-01'],
    ['deletions 2000-01-01', JSON.stringify(announced)],
  ];
}
