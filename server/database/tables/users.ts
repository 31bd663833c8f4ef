import type { Generated } from 'kysely';

export interface UsersTable {
  user_id: Generated<number>;
  username: string;
  /** `username` as `accountKey` compares it; unique among open accounts. */
  username_key: string;
  user_email: string;
  email_key: string;
  phone_number: string;
  /** Argon2id in PHC form. */
  password_hash: string;
  user_role: 'admin' | 'employee';
  /** Raised with each change of password or role, which ends all sessions. */
  token_version: Generated<number>;
  version: Generated<number>;
  /** 1: someone else chose the password. */
  password_change_due: Generated<0 | 1>;
  created_at: string;
  closed_at: string | null;
  /** Null while nobody has signed in. */
  first_signed_in_at: Generated<string | null>;
}

export interface EmployeesTable {
  employee_id: Generated<number>;
  user_id: number | null;
  first_name: string;
  last_name: string;
  department: string;
  position: string;
  hire_date: string | null;
  /** '' when unknown. */
  payroll_number: Generated<string>;
  /** Hundredths of an hour; the sum of the employee's ledger of that kind. */
  pto_hundredths: Generated<number>;
  work_hundredths: Generated<number>;
  version: Generated<number>;
  created_at: string;
}

export interface SessionsTable {
  jti: string;
  user_id: number;
  token_version: number;
  created_at: string;
  expires_at: string;
  ended_at: string | null;
  /** When its user last entered the password again. */
  confirmed_at: string | null;
  /** Browser and system, such as 'Chrome on Android'; '' in sessions of an earlier release. */
  device: Generated<string>;
  /** Address at the sign-in; '' in sessions of an earlier release. */
  ip: Generated<string>;
  /** Within a few minutes; null until the first call. */
  last_seen_at: string | null;
}

/** A one-time link that sets a password; only the hash of its code is stored. */
export interface PasswordResetsTable {
  /** SHA-256 of the code, hex. */
  code_hash: string;
  user_id: number;
  made_by: number | null;
  /** `token_version` of the account and of the creator: the link dies when either is raised. */
  user_token_version: number | null;
  creator_token_version: number | null;
  created_at: string;
  expires_at: string;
  used_at: string | null;
}
