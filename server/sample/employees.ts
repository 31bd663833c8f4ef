import { randomBytes } from 'node:crypto';
import { company } from '#contract/company/profile.ts';
import { accountKey } from '#contract/text/text-fold.ts';
import type { AppContext } from '../platform/app-context.ts';
import type { Row } from './seed-tables.ts';

/** An account with its employee record. */
export interface Employee {
  username: string;
  role: 'admin' | 'employee';
  /** Whether the first start prints a password for this account. */
  showSignIn?: boolean;
  phone: string;
  /** Columns of the employee record. */
  record: Record<'first_name' | 'last_name' | 'position' | 'hire_date' | 'payroll_number', string>;
  /** Changes of the balances, oldest first: when, hours, reason ('' for the opening balance). */
  hours: Record<'pto' | 'work', [at: string, delta: number, reason: string][]>;
}

export interface Account {
  employee: Employee;
  /** Null: random and not printed. */
  password: string | null;
  hash: string;
}

export async function withPasswords(
  ctx: Pick<AppContext, 'passwords'>,
  employees: readonly Employee[],
): Promise<Account[]> {
  // One hash for all random passwords, since each takes 25 ms.
  const unknown = ctx.passwords.hash(randomBytes(32).toString('base64url'));
  return Promise.all(
    employees.map(async (employee) => {
      if (!employee.showSignIn) return { employee, password: null, hash: await unknown };
      const password = randomBytes(12).toString('base64url');
      return { employee, password, hash: await ctx.passwords.hash(password) };
    }),
  );
}

export function emailOf({ username }: Employee): string {
  return `${username}@${company.email.split('@')[1]}`;
}

/** The rows of a balance's ledger, and the balance, in hundredths of an hour. */
function ledgerOf({ hours }: Employee, kind: 'pto' | 'work') {
  let balance = 0;
  const rows = hours[kind].map(([at, delta, reason]) => {
    const before_hundredths = balance;
    balance += Math.round(delta * 100);
    const user_id = reason ? '@joy.feldman' : null;
    return { kind, before_hundredths, after_hundredths: balance, reason, user_id, at };
  });
  return { rows, balance };
}

/** The row of an account, with its employee record and hours ledger. */
export function userRow({ employee, hash }: Account, now: Date): Row {
  const [label, created_at] = [employee.username, now.toISOString()];
  const [pto, work] = [ledgerOf(employee, 'pto'), ledgerOf(employee, 'work')];
  const record = {
    '@': label,
    ...employee.record,
    pto_hundredths: pto.balance,
    work_hundredths: work.balance,
    created_at,
    hours_ledger: [...pto.rows, ...work.rows].toSorted((a, b) => a.at.localeCompare(b.at)),
  };
  return {
    '@': label,
    username: employee.username,
    username_key: accountKey(employee.username),
    user_email: emailOf(employee),
    email_key: accountKey(emailOf(employee)),
    phone_number: employee.phone,
    password_hash: hash,
    user_role: employee.role,
    created_at,
    closed_at: null,
    employees: [record],
  };
}
