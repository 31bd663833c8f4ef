import { general } from '#contract/messages/general.ts';
import { readSession } from '#web/lib/session.ts';

/** The error when the token is missing or undecodable, else null. */
export function tokenFault(tokenMissing: string = general.tokenMissing): string | null {
  const { state } = readSession();
  if (state === 'none') return tokenMissing;
  return state === 'undecodable' ? general.tokenInvalid : null;
}
