import type { Step } from './steps.ts';

/** Passkeys, one-time codes from an app, and recovery codes. */
export const secondFactors: Step = {
  name: '019-second-factors',
  up: ({ id, int8, strict }) => [
    `create table passkeys (
      id ${id},
      user_id integer not null references users (user_id),
      user_handle text not null,
      credential_id text not null,
      public_key text not null,
      counter ${int8} not null,
      transports text not null,
      name text not null,
      created_at text not null,
      last_used_at text,
      constraint passkeys_credential unique (credential_id)
    ) ${strict}`,
    'create index passkeys_user on passkeys (user_id)',

    `create table passkey_challenges (
      challenge text primary key,
      purpose text not null check (purpose in ('register', 'sign-in')),
      jti text not null,
      expires_at text not null
    ) ${strict}`,
    'create index passkey_challenges_expiry on passkey_challenges (expires_at)',

    `create table totp_secrets (
      user_id integer primary key references users (user_id),
      secret text not null,
      last_step ${int8} not null default 0,
      created_at text not null,
      confirmed_at text
    ) ${strict}`,

    `create table recovery_codes (
      user_id integer not null references users (user_id),
      code_hash text not null,
      created_at text not null,
      used_at text,
      primary key (user_id, code_hash)
    ) ${strict}`,
  ],
};
