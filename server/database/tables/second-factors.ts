import type { Generated } from 'kysely';

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
