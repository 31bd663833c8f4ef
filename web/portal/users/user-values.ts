import * as z from 'zod/mini';
import { atMost, date, email, line } from '#contract/fields.ts';
import { field } from '#contract/messages/general.ts';
import { users as messages } from '#contract/messages/users.ts';
import { password, role } from '#contract/session.ts';
import type { User } from '#contract/users.ts';

const wholeHours = z.string().check(
  z.refine((text) => text.trim() !== '', { error: field.required, abort: true }),
  z.regex(/^\s*\d{1,5}(\.\d+)?\s*$/, field.wholeNumber(0, 99_999)),
);

const employeeNames = [
  'first_name',
  'last_name',
  'department',
  'position',
  'hire_date',
  'payroll_number',
  'pto_hours',
  'work_hours',
] as const;

/** All of it but the payroll number is required (U3); the API takes less. */
const fields = {
  username: line(),
  user_email: email(),
  phone_number: line(),
  user_role: role,
  first_name: line(),
  last_name: line(),
  department: line(),
  position: line(),
  hire_date: date(),
  payroll_number: z.string().check(z.trim(), atMost(40)),
  pto_hours: wholeHours,
  work_hours: wholeHours,
};

const filledIn = z
  .string({ error: field.required })
  .check(z.refine((text) => text !== '', { error: field.required, abort: true }));

export const newUserForm = z.object({ ...fields, password: z.pipe(filledIn, password) });
/** A blank password is unchanged, or set by the new user through a link. */
export const userForm = z.object({
  ...fields,
  password: z.union([z.literal(''), password], { error: field.tooShort(8) }),
});
/** An account without an employee record, whose employee fields are all blank. */
export const accountForm = z.extend(userForm, blankEmployee());

export type UserValues = z.output<typeof newUserForm>;

function blankEmployee() {
  const blank = z.string();
  return Object.fromEntries(employeeNames.map((name) => [name, blank])) as Record<
    (typeof employeeNames)[number],
    typeof blank
  >;
}

/** Whether nothing is typed about the employee. */
export function hasNoEmployee(values: UserValues): boolean {
  return employeeNames.every((name) => values[name].trim() === '');
}

/** What the form calls each field. */
export const labels: Record<keyof UserValues, string> = {
  username: 'Username',
  user_email: 'Email',
  phone_number: 'Phone',
  password: 'Password',
  user_role: 'Role',
  first_name: 'First Name',
  last_name: 'Last Name',
  department: 'Department',
  position: 'Position',
  hire_date: 'Hire Date',
  payroll_number: 'Payroll number',
  pto_hours: 'PTO Hours',
  work_hours: 'Work Hours',
};

/** What the form starts with: nothing of a new user, everything but the password of one there is. */
export function valuesOf(user: User | null): UserValues {
  return {
    username: user?.username ?? '',
    user_email: user?.user_email ?? '',
    phone_number: user?.phone_number ?? '',
    password: '',
    user_role: user?.user_role ?? 'employee',
    first_name: user?.first_name ?? '',
    last_name: user?.last_name ?? '',
    department: user?.department ?? '',
    position: user?.position ?? '',
    hire_date: user?.hire_date ?? '',
    payroll_number: user?.payroll_number ?? '',
    pto_hours: user?.pto_hours?.toString() ?? '',
    work_hours: user?.work_hours?.toString() ?? '',
  };
}

/**
 * What goes over the wire of a form. `start` is what is stored: hours equal to it are not sent.
 * Hours are sent whole, unless nobody typed them: then they are as in `opened`.
 */
export function bodiesOf(values: UserValues, start: UserValues, opened = start) {
  const { username, user_email, phone_number, user_role } = values;
  const { first_name, last_name, department, position, hire_date, payroll_number } = values;
  const employee = {
    ...filled({ first_name, last_name, department, position, hire_date }),
    // The one that may be emptied.
    ...(payroll_number !== start.payroll_number || payroll_number !== '' ? { payroll_number } : {}),
    ...touchedHours('pto_hours', values, start, opened),
    ...touchedHours('work_hours', values, start, opened),
  };
  return {
    user: { username, user_email, phone_number, user_role },
    password: values.password,
    employee,
    /** Whether the employee's part says anything new. */
    employeeChanged: Object.entries(employee).some(
      ([name, value]) => String(value) !== start[name as keyof UserValues],
    ),
  };
}

export type UserBodies = ReturnType<typeof bodiesOf>;

function filled<T extends Record<string, string>>(values: T): Partial<T> {
  return Object.fromEntries(Object.entries(values).filter(([, text]) => text !== '')) as Partial<T>;
}

function touchedHours<K extends 'pto_hours' | 'work_hours'>(
  name: K,
  values: UserValues,
  start: UserValues,
  opened: UserValues,
): { [name in K]?: number } {
  const text = values[name].trim();
  if (text === start[name]) return {};
  const hours = Number(text === opened[name] ? text : wholeOf(text));
  return { [name]: hours } as { [name in K]: number };
}

/** Hours are integers here (U3): the whole part of what was typed; text that is no number stays. */
export function wholeOf(text: string): string {
  const whole = Number.parseInt(text, 10);
  return Number.isNaN(whole) ? text : String(whole);
}

/** What to tell of hours that are saved as another number than was typed. */
export function roundedHours(values: UserValues, { employee }: UserBodies): string[] {
  return (['pto_hours', 'work_hours'] as const).flatMap((name) => {
    const saved = employee[name];
    const typed = values[name].trim();
    if (saved === undefined || Number(typed) === saved) return [];
    return [messages.hoursRounded(labels[name], typed, saved)];
  });
}
