import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { Config } from '../../settings/config.ts';

const siteverify = 'https://www.google.com/recaptcha/api/siteverify';
/** Short enough to store the inquiry within 3 s. */
const timeoutMs = 2_500;
const minScore = 0.5;
/** How long a used token is remembered; Google accepts one for two minutes. */
const replayWindowMs = 5 * 60_000;
const maxRemembered = 100_000;

const siteverifyReply = z.object({
  success: z.boolean(),
  action: z.optional(z.string()),
  score: z.optional(z.number()),
  hostname: z.optional(z.string()),
});

/** Checks whether a person sent the form. Never throws; anything but a clear pass is flagged. */
export type VerifyCaptcha = (token: string) => Promise<{ flagged: boolean }>;

/** Verifies with reCAPTCHA v3 when it is configured; otherwise flags nothing. Only tests pass `url`. */
export function openRecaptcha(
  config: Pick<Config, 'recaptcha' | 'publicUrl'>,
  now: () => Date,
  url: string = siteverify,
): VerifyCaptcha {
  const { recaptcha } = config;
  if (!recaptcha) return async () => ({ flagged: false });
  const host = new URL(config.publicUrl).hostname;
  const seen = new Map<string, number>();

  /** Whether the token is new; marks it as used. */
  function isFirstUse(token: string): boolean {
    const hash = createHash('sha256').update(token).digest('base64url');
    const time = now().getTime();
    // Oldest first, so the first unexpired one ends the sweep.
    for (const [old, expires] of seen) {
      if (expires > time && seen.size < maxRemembered) break;
      seen.delete(old);
    }
    if (seen.has(hash)) return false;
    seen.set(hash, time + replayWindowMs);
    return true;
  }

  return async (token) => {
    if (token === '' || !isFirstUse(token)) return { flagged: true };
    try {
      const response = await fetch(url, {
        method: 'POST',
        body: new URLSearchParams({ secret: recaptcha.secret, response: token }),
        signal: AbortSignal.timeout(timeoutMs),
        redirect: 'error',
      });
      const { success, action, score, hostname } = z.parse(siteverifyReply, await response.json());
      const isHuman =
        success && action === 'submit' && (score ?? 0) >= minScore && hostname === host;
      return { flagged: !isHuman };
    } catch {
      return { flagged: true };
    }
  };
}
