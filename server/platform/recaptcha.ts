import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { Config } from '../config.ts';

const siteverify = 'https://www.google.com/recaptcha/api/siteverify';
/** Google's answer is not waited for longer, so that what hangs on it is stored within 3 s. */
const budget = 2_500;
const lowestScore = 0.5;
/** A token works at Google for two minutes; for this long it is remembered here. */
const remembered = 5 * 60_000;
const mostRemembered = 100_000;

const verdict = z.object({
  success: z.boolean(),
  action: z.optional(z.string()),
  score: z.optional(z.number()),
  hostname: z.optional(z.string()),
});

/** Asks whether a person sent the form. Never throws; anything but a clear yes is flagged. */
export type JudgeSender = (token: string) => Promise<{ flagged: boolean }>;

/** Judges by reCAPTCHA v3 when it is configured; without it nobody is flagged. `url` differs in tests only. */
export function openRecaptcha(
  config: Pick<Config, 'recaptcha' | 'publicUrl'>,
  now: () => Date,
  url: string = siteverify,
): JudgeSender {
  const { recaptcha } = config;
  if (!recaptcha) return async () => ({ flagged: false });
  const host = new URL(config.publicUrl).hostname;
  const seen = new Map<string, number>();

  /** Whether the token comes for the first time; it counts as used from here on. */
  function isFirstUse(token: string): boolean {
    const hash = createHash('sha256').update(token).digest('base64url');
    const time = now().getTime();
    // Oldest first, so the first one that still counts ends the sweep.
    for (const [old, until] of seen) {
      if (until > time && seen.size < mostRemembered) break;
      seen.delete(old);
    }
    if (seen.has(hash)) return false;
    seen.set(hash, time + remembered);
    return true;
  }

  return async (token) => {
    if (token === '' || !isFirstUse(token)) return { flagged: true };
    try {
      const answer = await fetch(url, {
        method: 'POST',
        body: new URLSearchParams({ secret: recaptcha.secret, response: token }),
        signal: AbortSignal.timeout(budget),
        redirect: 'error',
      });
      const { success, action, score, hostname } = z.parse(verdict, await answer.json());
      const person =
        success && action === 'submit' && (score ?? 0) >= lowestScore && hostname === host;
      return { flagged: !person };
    } catch {
      return { flagged: true };
    }
  };
}
