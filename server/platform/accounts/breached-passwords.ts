import { createHash } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../../settings/config.ts';

const rangeApi = 'https://api.pwnedpasswords.com/range/';

/** Whether a password is in a list of stolen ones. Never throws; without an answer it is false. */
export type IsBreached = (password: string) => Promise<boolean>;

/**
 * Asks Have I Been Pwned when BREACH_CHECK is on. Only the first 5 of 40 digits of the password's SHA-1 leave the
 * server. Only tests pass `url` and `timeoutMs`.
 */
export function openBreachCheck(
  { breachCheck }: Pick<Config, 'breachCheck'>,
  log: Pick<FastifyBaseLogger, 'warn'>,
  { url = rangeApi, timeoutMs = 2_000 }: { url?: string; timeoutMs?: number } = {},
): IsBreached {
  if (!breachCheck) return async () => false;
  return async (password) => {
    const hash = createHash('sha1').update(password).digest('hex').toUpperCase();
    try {
      const response = await fetch(`${url}${hash.slice(0, 5)}`, {
        // Padding hides from the network which of the answers it was.
        headers: { 'Add-Padding': 'true', 'User-Agent': 'Headrack' },
        signal: AbortSignal.timeout(timeoutMs),
        redirect: 'error',
      });
      if (!response.ok) throw new Error(`status ${response.status}`);
      // A line per hash: the other 35 digits, a colon, how often it was stolen; 0 is padding.
      const lines = (await response.text()).split(/\r?\n/);
      return lines.some((line) => line.startsWith(`${hash.slice(5)}:`) && !line.endsWith(':0'));
    } catch (error) {
      const { name, message } = error as Error;
      log.warn({ reason: `${name}: ${message}` }, 'breach check failed, password accepted');
      return false;
    }
  };
}
