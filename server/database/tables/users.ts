import type { Generated } from 'kysely';
import type { Language } from '#contract/text/languages.ts';
import type { Schema } from '../migrations/steps.ts';

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
  /** Of what the account is sent; null until one is chosen, which means English. */
  language: Generated<Language | null>;
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

export const usersSchema: Schema = {
  up: ({ id, strict }) => [
    `create table users (
      user_id ${id},
      username text not null,
      username_key text not null,
      user_email text not null,
      email_key text not null,
      phone_number text not null default '',
      password_hash text not null,
      user_role text not null check (user_role in ('admin', 'employee')),
      token_version integer not null default 1,
      version integer not null default 1,
      password_change_due integer not null default 0 check (password_change_due in (0, 1)),
      created_at text not null,
      closed_at text,
      first_signed_in_at text
    ) ${strict}`,
    'create unique index users_open_username on users (username_key) where closed_at is null',
    'create unique index users_open_email on users (email_key) where closed_at is null',

    `create table employees (
      employee_id ${id},
      user_id integer unique references users (user_id),
      first_name text not null default '',
      last_name text not null default '',
      department text not null default '',
      position text not null default '',
      hire_date text,
      payroll_number text not null default '',
      pto_hundredths integer not null default 0 check (pto_hundredths >= 0),
      work_hundredths integer not null default 0 check (work_hundredths >= 0),
      version integer not null default 1,
      created_at text not null
    ) ${strict}`,

    `create table sessions (
      jti text primary key,
      user_id integer not null references users (user_id),
      token_version integer not null,
      created_at text not null,
      expires_at text not null,
      ended_at text,
      confirmed_at text,
      device text not null default '',
      ip text not null default '',
      last_seen_at text
    ) ${strict}`,
    'create index sessions_user on sessions (user_id)',
    'create index sessions_expiry on sessions (expires_at)',

    `create table password_resets (
      code_hash text primary key,
      user_id integer not null references users (user_id),
      made_by integer references users (user_id),
      user_token_version integer,
      creator_token_version integer,
      created_at text not null,
      expires_at text not null,
      used_at text
    ) ${strict}`,
    'create index password_resets_user on password_resets (user_id)',
    // An account has at most one unused link.
    'create unique index password_resets_unused on password_resets (user_id) where used_at is null',
  ],
};
