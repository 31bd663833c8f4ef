import { general } from '#contract/messages/general.ts';
import { readSession } from '#web/lib/session.ts';

/** Why a write cannot be sent as things stand, null when it can. */
export function tokenFault(): string | null {
  const { state } = readSession();
  if (state === 'none') return general.tokenMissing;
  return state === 'undecodable' ? general.tokenInvalid : null;
}
