import * as z from 'zod/mini';
import { field } from '#contract/messages/general.ts';
import { users as messages } from '#contract/messages/users.ts';
import { numberError, typedNumber } from '#contract/rules/typed-numbers.ts';
import { isBlank } from '#contract/text/blank-text.ts';
import {
  createEmployee,
  createUser,
  employeeFields,
  type User,
  updateEmployee,
  updateUser,
  userFields,
} from '#contract/users.ts';
import { accountFields, password, role } from '#contract/wire/account-fields.ts';
import { CallError } from '#contract/wire/endpoint.ts';
import { controlText } from '#contract/wire/field-text.ts';
import { date, line, nullableLine } from '#contract/wire/fields.ts';
import { createShape, type RecordFields } from '#contract/wire/record-fields.ts';
import type { call } from '#web/lib/api/api.ts';
import { formValues } from '../shared/records/field-values.ts';

const wholeHours = z.string().check(
  z.refine((text) => !isBlank(text), { error: field.required, abort: true }),
  z.refine(
    (text) => {
      const typed = typedNumber(text, 'hours');
      return typed !== null && typed >= 0 && typed < 100_000;
    },
    { error: ({ input }) => numberError(input, field.wholeNumber(0, 99_999)) },
  ),
);

/** The form requires every field but the payroll number (U3); the API requires fewer. */
export const accountForm = {
  ...accountFields,
  user_role: { ...accountFields.user_role, schema: role },
  phone_number: { ...userFields.phone_number, schema: line() },
} satisfies RecordFields;

const { first_name, last_name, department, position, hire_date } = employeeFields;
const { pto_hours, work_hours, payroll_number } = employeeFields;
export const employeeForm = {
  first_name: { ...first_name, schema: line() },
  last_name: { ...last_name, schema: line() },
  department: { ...department, schema: line() },
  position: { ...position, schema: line() },
  hire_date: { ...hire_date, schema: date() },
  pto_hours: { ...pto_hours, schema: wholeHours },
  work_hours: { ...work_hours, schema: wholeHours },
  payroll_number: { ...payroll_number, schema: nullableLine(40) },
} satisfies RecordFields;

type EmployeeName = keyof typeof employeeForm;
type HoursName = 'pto_hours' | 'work_hours';
const employeeNames = Object.keys(employeeForm) as EmployeeName[];

const requiredPassword = z
  .string()
  .check(z.refine((text) => text !== '', { error: field.required, abort: true }));
const newUser = z.object({
  ...createShape(accountForm),
  ...createShape(employeeForm),
  password: z.pipe(requiredPassword, password),
  /** Of the admin, to change their own. */
  current_password: z.string(),
  send_link: z.boolean(),
});
/** A blank password is unchanged, or set by the new user through a link. */
const changedUser = z.extend(newUser, {
  password: z.union([z.literal(''), password], { error: field.tooShort(8) }),
});
const withoutEmployee = z.extend(
  changedUser,
  Object.fromEntries(employeeNames.map((name) => [name, z.string()])) as Record<
    EmployeeName,
    z.ZodMiniString
  >,
);

export type UserBody = z.output<typeof newUser>;

/** The values of the form; a new user is an employee. */
export function valuesOf(user: User | null) {
  const stored = formValues(userFields, user ?? { user_role: 'employee' });
  return { ...stored, password: '', current_password: '', send_link: false };
}
export type UserValues = ReturnType<typeof valuesOf>;

/** Whether an account without an employee record stays without one, because no such field is filled in. */
export function hasNoEmployee(values: UserValues, record: User | null): boolean {
  const isUnlinked = record !== null && record.employee_id === null;
  return isUnlinked && employeeNames.every((name) => isBlank(values[name]));
}

export function schemaOf(values: UserValues, record: User | null): z.ZodMiniType<UserBody> {
  if (hasNoEmployee(values, record)) return withoutEmployee;
  return record || values.send_link ? changedUser : newUser;
}

/** Typed hours are truncated to integers here (U3); text that isn't a number stays. */
export function wholeOf(text: string): string {
  const typed = typedNumber(text, 'hours');
  return typed === null ? text : String(Math.trunc(typed));
}

/** The edited hours; others keep their decimals. */
export type TypedHours = { [name in HoursName]?: boolean | undefined };

/** Hours equal to the stored ones aren't sent. */
function hoursBody(body: UserBody, record: User | null, typed: TypedHours) {
  const names = (['pto_hours', 'work_hours'] as const).filter(
    (name) => body[name].trim() !== controlText(employeeFields[name], record?.[name]),
  );
  const hours = names.map((name) => [
    name,
    Number(typed[name] ? wholeOf(body[name]) : body[name].trim()),
  ]);
  return Object.fromEntries(hours) as { [name in HoursName]?: number };
}

/** The account is stored, the employee is not. */
export class HalfSaved extends Error {
  override name = 'HalfSaved';
  readonly userId: number;
  constructor(userId: number, cause: unknown) {
    super('The employee was not saved.', { cause });
    this.userId = userId;
  }
}

/** The stored user, when a change was refused as stale. */
function currentUser(error: unknown): User | null {
  const isStale = error instanceof CallError && error.status === 409;
  return isStale && error.body.current ? (error.body.current as User) : null;
}

/** Whether the stored user has all values of a change; its password can't be known. */
function isStored(change: object, stored: User): boolean {
  const secrets = { password: '', current_password: '' };
  const { password: _, current_password: __, ...values } = { ...secrets, ...change };
  return Object.entries(values).every(([name, value]) => stored[name as keyof User] === value);
}

interface SaveUser {
  body: UserBody;
  /** Null to add a user. */
  record: User | null;
  typed: TypedHours;
  idempotencyKey: string;
}

export interface SavedUser {
  message: string;
  userId: number;
}

/** Saves the account, then its employee (U4). */
export async function saveUser(
  { body, record, typed, idempotencyKey }: SaveUser,
  send: typeof call,
): Promise<SavedUser> {
  const { username, user_email, phone_number, user_role, send_link, password: secret } = body;
  const { current_password } = body;
  const account = {
    username,
    user_email,
    phone_number,
    user_role,
    ...(secret !== '' && { password: secret }),
    ...(secret !== '' && current_password !== '' && { current_password }),
  };
  const { first_name, last_name, department, position, hire_date, payroll_number } = body;
  const employee = {
    first_name,
    last_name,
    department,
    position,
    hire_date,
    ...(payroll_number !== (record?.payroll_number ?? '') && { payroll_number }),
    ...hoursBody(body, record, typed),
  };
  const employeeId = record?.employee_id ?? null;
  let userId = record?.user_id ?? 0;
  let employeeVersion: number | null = null;
  if (record) {
    const change = { ...account, ...(employeeId !== null && employee) };
    const update = async (stored: User) => {
      const { version, employee_version } = stored;
      const body = { ...change, version, employee_version };
      await send(updateUser, { params: { id: userId }, body });
      // This call has stored the employee's fields too, which raised their version if any was new.
      employeeVersion = employee_version && employee_version + Number(!isStored(employee, stored));
    };
    await update(record).catch((error: unknown) => {
      const current = currentUser(error);
      // An earlier attempt stored it, and its reply was lost.
      if (current && isStored(change, current)) return update(current);
      throw error;
    });
  } else {
    const added = { ...account, ...(send_link && { send_link: 1 as const }) };
    userId = (await send(createUser, { body: added }, { idempotencyKey })).user_id;
  }
  const isEmployee = [first_name, last_name, department, position].some(Boolean);
  if (!isEmployee) return { message: record ? messages.userUpdated : messages.userAdded, userId };
  try {
    if (employeeId === null) {
      await send(createEmployee, { body: { user_id: userId, ...employee } }, { idempotencyKey });
    } else {
      const body = { ...employee, version: employeeVersion };
      await send(updateEmployee, { params: { id: employeeId }, body });
    }
  } catch (error) {
    throw new HalfSaved(userId, error);
  }
  return { message: record ? messages.updated : messages.added, userId };
}
