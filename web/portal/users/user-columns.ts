import type { Cell } from '#contract/csv.ts';
import type { User } from '#contract/users.ts';
import { usCalendarDay } from '../shared/us-dates.ts';

export type ColumnKey = Exclude<keyof User, 'version' | 'employee_version'>;

/** The columns of U2 in their order; Actions come after them. */
export const columns: readonly { key: ColumnKey; label: string; numeric?: true }[] = [
  { key: 'user_id', label: 'UID', numeric: true },
  { key: 'employee_id', label: 'EID', numeric: true },
  { key: 'username', label: 'Username' },
  { key: 'user_email', label: 'Email' },
  { key: 'phone_number', label: 'Phone' },
  { key: 'user_role', label: 'Role' },
  { key: 'first_name', label: 'First Name' },
  { key: 'last_name', label: 'Last Name' },
  { key: 'department', label: 'Department' },
  { key: 'position', label: 'Position' },
  { key: 'hire_date', label: 'Hire Date' },
  { key: 'pto_hours', label: 'PTO Hours', numeric: true },
  { key: 'work_hours', label: 'Work Hours', numeric: true },
];

/** What a spreadsheet gets: the table's columns, then what has no room in it. */
export const csvColumns: typeof columns = [
  ...columns,
  { key: 'payroll_number', label: 'Payroll number' },
];

export const roleNames: Record<User['user_role'], string> = {
  admin: 'Admin',
  employee: 'Employee',
};

/** What a cell shows: N/A where nothing is known. */
export function shown(user: User, key: ColumnKey): string {
  const value = user[key];
  if (value === null || value === '') return 'N/A';
  if (key === 'user_role') return roleNames[user.user_role];
  if (key === 'hire_date') return usCalendarDay(user.hire_date);
  return String(value);
}

/** First and last name, '' while there is neither: then the user is not linked. */
export function fullName({ first_name, last_name }: Pick<User, 'first_name' | 'last_name'>) {
  return [first_name, last_name].filter(Boolean).join(' ');
}

/** The table as a spreadsheet gets it: calendar dates as they are, nothing where nothing is known. */
export function csvRows(users: readonly User[]): Cell[][] {
  return users.map((user) => csvColumns.map(({ key }) => user[key]));
}
