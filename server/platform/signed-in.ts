import type { Role } from '#contract/access.ts';

/** The person behind a token, as the database has them now. */
export interface SignedIn {
  userId: number;
  username: string;
  role: Role;
  /** Id of the session that the token belongs to. */
  jti: string;
}
