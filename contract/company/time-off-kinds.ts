/**
 * The company's kinds of time off, the default first. `takesPto`: their hours come from the PTO balance. The value is stored: a kind
 * that is removed keeps its old requests, which then show the value.
 */
export const timeOffKinds = [
  { value: 'pto', label: 'PTO', spanish: 'PTO', takesPto: true },
  { value: 'unpaid', label: 'Unpaid leave', spanish: 'Sin sueldo', takesPto: false },
  { value: 'bereavement', label: 'Bereavement', spanish: 'Luto', takesPto: false },
  { value: 'jury_duty', label: 'Jury duty', spanish: 'Servicio de jurado', takesPto: false },
] as const;
