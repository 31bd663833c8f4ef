/**
 * The company's kinds of time off, the default first. `takesPto`: their hours come from the PTO balance. The value is stored: a kind
 * that is removed keeps its old requests, which then show the value.
 */
export const timeOffKinds = [
  { value: 'pto', label: 'PTO', takesPto: true },
  { value: 'unpaid', label: 'Unpaid leave', takesPto: false },
  { value: 'bereavement', label: 'Bereavement', takesPto: false },
  { value: 'jury_duty', label: 'Jury duty', takesPto: false },
] as const;
