import { damages } from './messages/damages.ts';

/** 'First Last', or 'Unknown' while both are empty. */
export function employeeName(employee: { first_name: string; last_name: string }): string {
  return `${employee.first_name} ${employee.last_name}`.trim() || damages.unknownEmployee;
}
