/** What is read from a settlement. Each reading starts a process, which the schemas would delay by a quarter second. */

/** Days of one settlement, at most. */
export const maxPeriodDays = 35;

/** 'match': exactly one certain match; 'doubt': needs a review; 'none': no match. */
export const findings = ['match', 'doubt', 'none'] as const;
export type Finding = (typeof findings)[number];

export const matchReasons = [
  'payrollInName',
  'payrollOnPage',
  'employeeIdInName',
  'employeeIdOnPage',
  'nameInName',
  'nameOnPage',
  'surnameInName',
  'surnameOnPage',
] as const;
export type MatchReason = (typeof matchReasons)[number];

/** What speaks against a candidate. */
export const matchDoubts = [
  'firstName',
  'form',
  'role',
  'place',
  'payee',
  'person',
  'label',
  'number',
  'fileName',
] as const;
export type MatchDoubt = (typeof matchDoubts)[number];

/** Why a file needs a review. */
export const matchNotes = [
  'several',
  'contradiction',
  'weak',
  'none',
  'unreadable',
  'slow',
  'duplicate',
] as const;
export type MatchNote = (typeof matchNotes)[number];
