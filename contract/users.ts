import * as z from 'zod/mini';
import { field } from './messages/general.ts';
import { users as messages } from './messages/users.ts';
import { signInStates } from './sign-in-states.ts';
import { accountFields, anyName, composed, optionalName, role } from './wire/account-fields.ts';
import { endpoint } from './wire/endpoint.ts';
import {
  anyHours,
  atMost,
  done,
  flag,
  id,
  idParams,
  instant,
  line,
  optionalDate,
  optionalLine,
  optionalText,
  page,
  version,
} from './wire/fields.ts';
import { createShape, type RecordFields, replyShape, updateShape } from './wire/record-fields.ts';

/** Hours that may be left out: absent, null and '' are no change. */
const optionalHours = () =>
  z.optional(
    z.pipe(
      anyHours(),
      z.transform((value) => value ?? undefined),
    ),
  );

const { username, user_email, user_role } = accountFields;
const ownFields = {
  username,
  user_email,
  phone_number: { kind: 'phone', label: 'Phone', schema: optionalLine() },
  user_role,
} satisfies RecordFields;

export const employeeFields = {
  first_name: {
    kind: 'line',
    label: 'First Name',
    schema: optionalName(),
    updateSchema: anyName(),
  },
  last_name: { kind: 'line', label: 'Last Name', schema: optionalName(), updateSchema: anyName() },
  department: { kind: 'line', label: 'Department', schema: optionalLine() },
  position: { kind: 'line', label: 'Position', schema: optionalLine() },
  hire_date: { kind: 'date', label: 'Hire Date', schema: optionalDate(), isWide: true },
  pto_hours: {
    kind: 'hours',
    label: 'PTO Hours',
    schema: optionalHours(),
    replySchema: z.number(),
    description: 'At most 2 decimals.',
  },
  work_hours: {
    kind: 'hours',
    label: 'Work Hours',
    schema: optionalHours(),
    replySchema: z.number(),
    description: 'At most 2 decimals.',
  },
  payroll_number: {
    kind: 'line',
    label: 'Payroll number',
    schema: optionalLine(40),
    hint: 'The name in payroll. Settlements are matched by it.',
    isWide: true,
  },
} satisfies RecordFields;

/** A user with the linked employee's fields, in the order of the users table. */
export const userFields = {
  user_id: { kind: 'id', label: 'UID' },
  employee_id: { kind: 'id', label: 'EID' },
  ...ownFields,
  ...employeeFields,
} satisfies RecordFields;

function orNull<S extends Record<string, z.ZodMiniType>>(shape: S) {
  const entries = Object.entries(shape).map(([name, schema]) => [name, z.nullable(schema)]);
  return Object.fromEntries(entries) as { [K in keyof S]: z.ZodMiniNullable<S[K]> };
}

/** The employee's fields are null without an employee record. */
export const user = z.object({
  user_id: z.int(),
  ...replyShape(ownFields),
  employee_id: z.nullable(z.int()),
  ...orNull(replyShape(employeeFields)),
  version: z.int(),
  employee_version: z.nullable(z.int()),
  sign_in: z.enum(signInStates),
  /** Of the unused link of a user who never signed in. */
  link_sent_at: z.nullable(instant),
});
export type User = z.output<typeof user>;

/** The fields of admins that employees see. */
export const adminName = z.object({
  user_id: z.int(),
  username: z.string(),
  first_name: z.nullable(z.string()),
  last_name: z.nullable(z.string()),
  user_role: role,
});

/** A password that is left blank is unchanged. */
const optionalPassword = z.optional(
  z.nullable(
    z.string({ error: field.text }).check(
      composed,
      z.refine((text) => text === '' || text.length >= 8, field.tooShort(8)),
      atMost(128),
      z.refine((text) => text.isWellFormed(), field.control),
    ),
  ),
);

const userInput = z
  .object({
    ...createShape(ownFields),
    password: optionalPassword,
    /** 1 mails a one-time link to set the password; until it is used, sign-in fails. */
    send_link: flag(),
  })
  .check(
    z.refine(({ password, send_link }) => Boolean(password) || send_link === 1, {
      path: ['password'],
      error: field.required,
    }),
  );

export const userChange = z.object({
  ...updateShape(ownFields),
  ...updateShape(employeeFields),
  password: optionalPassword,
  /** Required with `password` when admins change their own. */
  current_password: z.optional(z.nullable(z.string({ error: field.text }).check(atMost(1000)))),
  employee_version: version(),
});

export type UserChange = z.output<typeof userChange>;

export const listUsers = endpoint({
  name: 'listUsers',
  method: 'GET',
  path: '/api/users',
  access: 'signed-in',
  summary: 'For an admin every user; for an employee the admins, by id and name.',
  query: z.object(page),
  status: 200,
  reply: z.union([z.array(user), z.array(adminName)]),
  paged: true,
});

export const createUser = endpoint({
  name: 'createUser',
  method: 'POST',
  path: '/api/users',
  access: 'admin',
  summary:
    'Adds a user; a taken username or email is 409. Without a password, send_link must be 1. A new admin requires a sign-in or confirmation within 15 minutes.',
  body: userInput,
  aliases: { user_password: 'password' },
  status: 201,
  reply: z.object({ message: z.string(), user_id: z.int() }),
  idempotent: true,
});

export const updateUser = endpoint({
  name: 'updateUser',
  method: 'PUT',
  path: '/api/users/{id}',
  access: 'admin',
  summary:
    'Changes the keys that are sent; employee fields go to the linked employee. The own password requires current_password; the role admin and the password of someone else require a sign-in or confirmation within 15 minutes.',
  params: idParams,
  body: userChange,
  aliases: { user_password: 'password' },
  status: 200,
  reply: done,
});

export const closeUser = endpoint({
  name: 'closeUser',
  method: 'DELETE',
  path: '/api/users/{id}',
  access: 'admin',
  summary: 'Closes an account at once; its content stays.',
  params: idParams,
  status: 200,
  failures: [409],
  reply: done,
});

export const employee = z.object({
  employee_id: z.int(),
  user_id: z.nullable(z.int()),
  ...replyShape(employeeFields),
  version: z.int(),
});
export type Employee = z.output<typeof employee>;

const employeeChange = z.object({
  ...updateShape(employeeFields),
  /** The reason for the change; shown in the ledger. */
  reason: optionalText(500),
});
/** Changes of an employee; absent keys stay unchanged. */
export type EmployeeChange = Omit<z.output<typeof employeeChange>, 'reason' | 'version'>;

const employeeInput = z.object({ user_id: id(), ...createShape(employeeFields) });
export type EmployeeInput = z.output<typeof employeeInput>;

export const listEmployees = endpoint({
  name: 'listEmployees',
  method: 'GET',
  path: '/api/employees',
  access: 'admin',
  summary: 'Every employee.',
  query: z.object(page),
  status: 200,
  reply: z.array(employee),
  paged: true,
});

export const ownEmployee = endpoint({
  name: 'ownEmployee',
  method: 'GET',
  path: '/api/employees/me',
  access: 'signed-in',
  summary: "The caller's own record; 404 when not linked.",
  status: 200,
  failures: [404],
  reply: employee,
});

export const createEmployee = endpoint({
  name: 'createEmployee',
  method: 'POST',
  path: '/api/employees',
  access: 'admin',
  summary: 'Links a new employee to a user; a user has at most one: 409.',
  body: employeeInput,
  status: 201,
  reply: z.object({ message: z.string(), employee_id: z.int() }),
  idempotent: true,
});

export const updateEmployee = endpoint({
  name: 'updateEmployee',
  method: 'PUT',
  path: '/api/employees/{id}',
  access: 'admin',
  summary: 'Changes the keys that are sent; changed hours go through the ledger.',
  params: idParams,
  body: employeeChange,
  status: 200,
  reply: done,
});

export const updateDepartment = endpoint({
  name: 'updateDepartment',
  method: 'PUT',
  path: '/api/employees/department',
  access: 'admin',
  summary:
    'Moves several employees to a department, or none of them: 409 names those that someone else changed since `version`.',
  body: z.object({
    department: line(),
    // Not z.maxLength, which also reads the length of what isn't a list.
    employees: z
      .array(z.object({ employee_id: id(), version: version() }), { error: field.list })
      .check(
        z.refine((list) => list.length > 0, messages.chooseEmployees),
        z.refine((list) => list.length <= 500, messages.tooManyEmployees),
      ),
  }),
  status: 200,
  failures: [409],
  reply: done,
});
