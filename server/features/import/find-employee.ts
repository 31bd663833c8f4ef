import { field } from '#contract/messages/general.ts';
import { imports as messages } from '#contract/messages/import.ts';
import { personName } from '#contract/text/employee-name.ts';
import { foldLine } from '#contract/text/text-fold.ts';
import type { User } from '#contract/users.ts';
import type { Given, RowError } from './import-kind.ts';
import { splitName } from './person-names.ts';

export type EmployeeUser = User & { employee_id: number };

const fold = (text: string) => foldLine(text.replace(/[,.]/g, ' '));

/** A name as typed: 'Smith, John, Jr.' and 'John Smith Jr.' are the same. */
function foldName(text: string): string {
  const { first_name, last_name } = splitName(text) ?? { first_name: text, last_name: '' };
  return fold(`${first_name} ${last_name}`);
}

/** The values by which a column can name an employee. */
const namesBy: Readonly<Record<string, (user: EmployeeUser) => readonly string[]>> = {
  username: ({ username }) => [username],
  user_email: ({ user_email }) => [user_email],
  payroll_number: ({ payroll_number }) => [payroll_number ?? ''],
  name: (user) => namesOf(user),
  employee: (user) => [...namesOf(user), user.username, user.user_email, user.payroll_number ?? ''],
};

function namesOf({ first_name, last_name }: EmployeeUser): string[] {
  const [first, last] = [first_name ?? '', last_name ?? ''];
  return [`${first} ${last}`, `${last} ${first}`];
}

/** An index of employees by what columns can name them. */
export function employeeFinder(users: readonly User[]) {
  const employees = users.filter((user): user is EmployeeUser => user.employee_id !== null);
  const index = new Map<string, EmployeeUser[]>();
  for (const user of employees) {
    for (const [by, namesOfUser] of Object.entries(namesBy)) {
      for (const name of new Set(namesOfUser(user).map(fold))) {
        if (name === '') continue;
        const key = `${by} ${name}`;
        index.set(key, [...(index.get(key) ?? []), user]);
      }
    }
  }
  return (given: Given) => findEmployee(index, given);
}

/**
 * The employees whom an ID leaves of those whom the other columns name. It is a payroll number, or our own ID where
 * that tells them apart; the ID of another program says nothing about one of ours.
 */
function withId(
  index: ReadonlyMap<string, readonly EmployeeUser[]>,
  found: readonly EmployeeUser[] | null,
  id: string,
): readonly EmployeeUser[] {
  const paid = index.get(`payroll_number ${fold(id)}`) ?? [];
  if (found === null) return paid;
  if (paid.length > 0) return found.filter((one) => paid.includes(one));
  const own = found.filter((one) => String(one.employee_id) === id);
  return own.length > 0 ? own : found;
}

/** The employee whom all filled columns name, or what is wrong with them. */
function findEmployee(
  index: ReadonlyMap<string, readonly EmployeeUser[]>,
  given: Given,
): { employee: EmployeeUser | null; label: string; errors: RowError[] } {
  const { first_name = '', last_name = '', suffix = '' } = given;
  const asked: [by: string, field: string, value: string][] = [
    ['employee', 'employee', given.employee ?? ''],
    ['username', 'username', given.username ?? ''],
    ['user_email', 'user_email', given.user_email ?? ''],
    ['payroll_number', 'payroll_number', given.payroll_number ?? ''],
    ['name', 'last_name', [first_name, last_name, suffix].filter(Boolean).join(' ')],
  ];
  const filled = asked.filter(([, , value]) => value !== '');
  const failed = (at: string, message: string) => ({
    employee: null,
    label: filled[0]?.[2] ?? '',
    errors: [{ field: at, message }],
  });
  let found: readonly EmployeeUser[] | null = null;
  for (const [by, at, value] of filled) {
    const named: readonly EmployeeUser[] =
      index.get(`${by} ${fold(value)}`) ?? index.get(`${by} ${foldName(value)}`) ?? [];
    if (named.length === 0) return failed(at, messages.unknownEmployee);
    const both: readonly EmployeeUser[] = found?.filter((one) => named.includes(one)) ?? named;
    if (both.length === 0) return failed(at, messages.otherEmployee);
    found = both;
  }
  if (given.employee_id !== undefined) {
    found = withId(index, found, given.employee_id);
    if (found.length === 0) return failed('employee_id', messages.otherEmployee);
  }
  if (found === null) return failed('employee', field.required);
  const [employee, other] = found;
  if (!employee || other) return failed(filled[0]?.[1] ?? 'employee', messages.severalEmployees);
  return { employee, label: employeeLabel(employee), errors: [] };
}

export function employeeLabel(user: EmployeeUser): string {
  const { first_name, last_name, username } = user;
  return `${personName({ first_name, last_name })} (${username})`;
}
