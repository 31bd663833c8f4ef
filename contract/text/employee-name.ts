import { damages } from '../messages/damages.ts';

/** 'First Last', or 'Unknown' while both are empty. */
export function employeeName(employee: { first_name: string; last_name: string }): string {
  return `${employee.first_name} ${employee.last_name}`.trim() || damages.unknownEmployee;
}

/** 'First Last', or the username when no employee is linked. */
export function personName(person: {
  username: string;
  first_name: string | null;
  last_name: string | null;
}): string {
  return `${person.first_name ?? ''} ${person.last_name ?? ''}`.trim() || person.username;
}
