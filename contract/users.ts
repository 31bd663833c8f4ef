import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import {
  anyDate,
  atMost,
  done,
  email,
  flag,
  hours,
  id,
  idParams,
  line,
  nullableLine,
  optionalDate,
  optionalLine,
  optionalText,
  page,
  version,
} from './fields.ts';
import { field } from './messages/general.ts';
import { role, roleOrEmployee } from './session.ts';

/** A user with the linked employee's fields, null where there is none. */
export const user = z.object({
  user_id: z.int(),
  username: z.string(),
  user_email: z.string(),
  phone_number: z.string(),
  user_role: role,
  employee_id: z.nullable(z.int()),
  first_name: z.nullable(z.string()),
  last_name: z.nullable(z.string()),
  department: z.nullable(z.string()),
  position: z.nullable(z.string()),
  hire_date: z.nullable(z.string()),
  /** What the payroll calls them. */
  payroll_number: z.nullable(z.string()),
  /** Hours with at most 2 decimals. */
  pto_hours: z.nullable(z.number()),
  work_hours: z.nullable(z.number()),
  version: z.int(),
  employee_version: z.nullable(z.int()),
});
export type User = z.output<typeof user>;

/** What an employee sees of an admin: whom to write to. */
export const adminName = z.object({
  user_id: z.int(),
  username: z.string(),
  first_name: z.nullable(z.string()),
  last_name: z.nullable(z.string()),
  user_role: role,
});

/** Hours that may be left out: absent, null and '' are no change. */
const anyHours = () =>
  z.optional(
    z.union(
      [
        z.pipe(
          z.literal(['', null]),
          z.transform(() => undefined),
        ),
        hours(),
      ],
      { error: field.hours },
    ),
  );

const employeeFields = {
  first_name: z.optional(nullableLine()),
  last_name: z.optional(nullableLine()),
  department: z.optional(nullableLine()),
  position: z.optional(nullableLine()),
  hire_date: z.optional(anyDate()),
  payroll_number: z.optional(nullableLine(40)),
  pto_hours: anyHours(),
  work_hours: anyHours(),
};

/** A password that is left blank is unchanged. */
const optionalPassword = z.optional(
  z.nullable(
    z.string({ error: field.text }).check(
      z.refine((text) => text === '' || text.length >= 8, field.tooShort(8)),
      atMost(128),
      z.refine((text) => text.isWellFormed(), field.control),
    ),
  ),
);

const userInput = z
  .object({
    username: line(),
    user_email: email(),
    phone_number: optionalLine(),
    password: optionalPassword,
    user_role: roleOrEmployee,
    /** 1 mails a one-time link that sets the password; until then nobody can sign in. */
    send_link: flag(),
  })
  .check(
    z.refine(({ password, send_link }) => Boolean(password) || send_link === 1, {
      path: ['password'],
      error: field.required,
    }),
  );

export const userChange = z.object({
  username: z.optional(line()),
  user_email: z.optional(email()),
  phone_number: z.optional(nullableLine()),
  user_role: z.optional(role),
  password: optionalPassword,
  ...employeeFields,
  version: version(),
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
    'Adds a user; a taken username or e-mail is 409. Without a password, send_link must be 1.',
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
  summary: 'Changes the keys that are sent; employee fields go to the linked employee.',
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
  summary: 'Closes an account at once; what it wrote stays.',
  params: idParams,
  status: 200,
  reply: done,
});

export const employee = z.object({
  employee_id: z.int(),
  user_id: z.nullable(z.int()),
  first_name: z.string(),
  last_name: z.string(),
  department: z.string(),
  position: z.string(),
  hire_date: z.nullable(z.string()),
  payroll_number: z.string(),
  pto_hours: z.number(),
  work_hours: z.number(),
  version: z.int(),
});
export type Employee = z.output<typeof employee>;

const employeeChange = z.object({
  ...employeeFields,
  /** Why the hours change; shown in the ledger. */
  reason: optionalText(500),
  version: version(),
});
/** What of an employee changes; absent keys stay as they are. */
export type EmployeeChange = Omit<z.output<typeof employeeChange>, 'reason' | 'version'>;

const employeeInput = z.object({
  user_id: id(),
  first_name: optionalLine(),
  last_name: optionalLine(),
  department: optionalLine(),
  position: optionalLine(),
  hire_date: optionalDate(),
  payroll_number: optionalLine(40),
  pto_hours: anyHours(),
  work_hours: anyHours(),
});
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
