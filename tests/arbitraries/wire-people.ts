import { randomUUID } from 'node:crypto';
import {
  email,
  type FieldRule,
  line,
  optionalChoice,
  optionalDate,
  optionalLine,
  optionalText,
  secret,
  type Wire,
} from './wire-rules.ts';

const employeeFields: Record<string, FieldRule> = {
  first_name: optionalLine(),
  last_name: optionalLine(),
  department: optionalLine(),
  position: optionalLine(),
  hire_date: optionalDate,
  payroll_number: optionalLine(40),
  pto_hours: { kind: 'decimal', max: 99_999.99, mayBeBlank: true },
  work_hours: { kind: 'decimal', max: 99_999.99, mayBeBlank: true },
};

const employee = () => ({
  first_name: 'Rosa',
  last_name: 'Núñez',
  department: 'Operations',
  position: 'Car Haul Driver',
  hire_date: '2024-02-29',
  payroll_number: 'KT-0417',
  pto_hours: 80.25,
  work_hours: 1200,
});

const accountFields: Record<string, FieldRule> = {
  username: line(),
  user_email: email,
  phone_number: optionalLine(),
  user_role: optionalChoice('admin', 'employee'),
};

/** Accounts, employees and passwords. */
export const peopleWires: Record<string, Wire> = {
  login: {
    valid: () => ({ username: 'anna', password: 'anna has this password' }),
    fields: { username: { ...secret, kind: 'line' } as FieldRule, password: secret },
  },
  signup: {
    valid: () => ({
      username: `u ${randomUUID()}`,
      user_email: `${randomUUID()}@example.com`,
      user_password: 'twelve wheels',
    }),
    fields: {
      username: line(),
      user_email: email,
      user_password: { kind: 'password' },
      user_role: optionalChoice('admin', 'employee'),
    },
  },
  createUser: {
    valid: () => ({
      username: `u ${randomUUID()}`,
      user_email: `${randomUUID()}@example.com`,
      phone_number: '815-555-0142',
      password: 'twelve wheels',
      user_role: 'employee',
    }),
    fields: { ...accountFields, password: { kind: 'password' } },
  },
  updateUser: {
    valid: () => ({
      phone_number: '815-555-0143',
      user_role: 'employee',
      ...employee(),
      version: 1,
      employee_version: 1,
    }),
    fields: {
      ...accountFields,
      password: { kind: 'password', mayBeBlank: true },
      ...employeeFields,
      version: { kind: 'version' },
      employee_version: { kind: 'version' },
    },
  },
  // One for each user: whoever needs more names another user.
  createEmployee: {
    valid: () => ({ user_id: 1, ...employee() }),
    fields: { user_id: { kind: 'id' }, ...employeeFields },
  },
  updateEmployee: {
    valid: () => ({ ...employee(), reason: 'Carried over.', version: 1 }),
    fields: {
      ...employeeFields,
      reason: { ...optionalText, max: 500 } as FieldRule,
      version: { kind: 'version' },
    },
  },
  // Not right: what is right ends the session that asks.
  changePassword: {
    valid: () => ({ old_password: 'not this one', new_password: 'twelve wheels' }),
    fields: { old_password: secret, new_password: { kind: 'password' } },
  },
  resetPassword: {
    valid: () => ({ password: 'twelve wheels' }),
    fields: { password: { kind: 'password' } },
  },
};
