/** Part of the company profile, in its own file so that public pages don't load it. */

/** How long a document of the driver file is valid: to a date, for a year after its issue, or always. */
type Renewal = 'dated' | 'yearly' | 'never';

/** What the driver file has beyond the documents that the law requires, in the order of its columns. */
export const ownKinds = [
  {
    kind: 'twic_card',
    label: 'TWIC card',
    spanish: 'Tarjeta TWIC',
    renewal: 'dated',
    from: 'driver',
  },
] as const satisfies readonly {
  kind: string;
  label: string;
  spanish: string;
  renewal: Renewal;
  from: 'driver' | 'office';
}[];

/** Whether people in a position need a driver file: drivers, and those whose position nobody has entered. */
export function isDriverPosition(position: string): boolean {
  return position.trim() === '' || /\bdrivers?\b(?! recruit)/i.test(position);
}
