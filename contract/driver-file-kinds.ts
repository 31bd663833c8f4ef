/** Part of the company profile, in its own file so that public pages don't load it. */

/** How long a document of the driver file is valid: to a date, for a year after its issue, or always. */
type Renewal = 'dated' | 'yearly' | 'never';

/** What the driver file has beyond the documents that the law requires, in the order of its columns. */
export const ownKinds = [
  { kind: 'twic_card', label: 'TWIC card', renewal: 'dated' },
] as const satisfies readonly { kind: string; label: string; renewal: Renewal }[];
