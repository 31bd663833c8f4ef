import type { Generated } from 'kysely';
import type { Schema } from '../migrations/steps.ts';

/** A WebAuthn credential; only its public key is stored. */
export interface PasskeysTable {
  id: Generated<number>;
  user_id: number;
  /** The id under which the authenticator knows the account, base64url. */
  user_handle: string;
  /** Base64url. */
  credential_id: string;
  /** COSE key, base64url. */
  public_key: string;
  /** The authenticator's signature counter; 0 when it has none. */
  counter: number;
  /** JSON list. */
  transports: string;
  name: string;
  created_at: string;
  last_used_at: string | null;
}

/** A challenge that was issued and not yet answered. */
export interface PasskeyChallengesTable {
  /** Base64url. */
  challenge: string;
  purpose: 'register' | 'sign-in';
  /** The session that registers a passkey; '' for a sign-in. */
  jti: string;
  expires_at: string;
}

/** The secret of an authenticator app; counts once `confirmed_at` is set. */
export interface TotpSecretsTable {
  user_id: number;
  /** Encrypted with a key derived from the token secret. */
  secret: string;
  /** The time step of the last accepted code; each step is accepted once. */
  last_step: Generated<number>;
  created_at: string;
  confirmed_at: string | null;
}

export interface RecoveryCodesTable {
  user_id: number;
  /** SHA-256 of the code, hex. */
  code_hash: string;
  created_at: string;
  used_at: string | null;
}

export const secondFactorsSchema: Schema = {
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
