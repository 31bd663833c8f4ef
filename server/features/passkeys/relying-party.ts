import { company } from '#contract/company/profile.ts';
import type { Config } from '../../settings/config.ts';

/** How long a browser may take to answer a challenge, in milliseconds. */
export const challengeMs = 5 * 60_000;

interface RelyingParty {
  id: string;
  name: string;
  origin: string;
}

/**
 * This site for WebAuthn, from PUBLIC_URL. Browsers accept no IP address, so a server on a loopback address is
 * `localhost`.
 */
export function relyingParty({ publicUrl }: Pick<Config, 'publicUrl'>): RelyingParty {
  const url = new URL(publicUrl);
  if (/^(127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname)) url.hostname = 'localhost';
  return { id: url.hostname, name: company.name, origin: url.origin };
}

/** The challenge that an answer claims to answer; '' when it can't be read. */
export function challengeOf(clientDataJSON: string): string {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'));
    const { challenge } = (data ?? {}) as { challenge?: unknown };
    return typeof challenge === 'string' && challenge.length <= 200 ? challenge : '';
  } catch {
    return '';
  }
}
