import type { Endpoint } from '#contract/endpoint.ts';
import type { AppContext } from './app-context.ts';
import { tooMany } from './errors.ts';
import { isRepeat } from './writes.ts';

/**
 * Throws 429 before the body is read when the address has used up its forms of this hour; only a stored form counts
 * (`countForm`). A retry passes, because it may be for the response that was lost.
 */
export async function checkFormLimit(
  ctx: Pick<AppContext, 'db' | 'now' | 'limits'>,
  endpoint: Pick<Endpoint, 'name' | 'status'>,
  { ip, key }: { ip: string; key: string | undefined },
): Promise<void> {
  const retryAfter = await ctx.limits.formWait(endpoint.name, ip);
  if (retryAfter === 0) return;
  if (!(await isRepeat(ctx, { userId: null, ip }, { endpoint, key }))) throw tooMany(retryAfter);
}
