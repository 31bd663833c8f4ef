import { createHash, randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { linkSeconds } from '#contract/files.ts';
import { exports as messages } from '#contract/messages/exports.ts';
import type { UserRow } from '../database/tables/tables.ts';
import type { AppContext } from './app-context.ts';
import type { AuditEntry } from './audit.ts';
import { HttpError } from './errors.ts';
import { countOpening } from './limit-counts.queries.ts';
import { writeTransaction } from './writes.ts';

/** The query of a link, unverified. */
export type LinkParts = Readonly<Record<string, unknown>>;

/** A request for a link. */
export type LinkRequest = Pick<
  FastifyRequest<{ Querystring: LinkParts }>,
  'method' | 'ip' | 'query'
>;

/** How often a link can be opened: who finds one in a history or a log must not get the file again and again. */
const maxOpenings = 5;

type Account = Pick<UserRow, 'user_id' | 'token_version'>;
type Query = Readonly<Record<string, string>>;

/** A new password or role ends the link. */
function signedText(
  path: string,
  query: Query,
  { user_id, token_version }: Account,
  ends: readonly string[],
): string {
  return ['link', path, new URLSearchParams(query), user_id, token_version, ...ends].join('\n');
}

/** A link to a download that works for one account and 5 minutes. */
export function accountLink(
  { tokens }: Pick<AppContext, 'tokens'>,
  path: string,
  account: Account,
  now: Date,
  query: Query = {},
): { url: string; expires_at: string } {
  const seconds = Math.floor(now.getTime() / 1000) + linkSeconds;
  const expires = String(seconds);
  // Links of one second are counted apart.
  const nonce = randomBytes(9).toString('base64url');
  const seal = tokens.sign(signedText(path, query, account, [expires, nonce]));
  const user = String(account.user_id);
  const parts = new URLSearchParams({ ...query, user, expires, nonce, seal });
  return { url: `${path}?${parts}`, expires_at: new Date(seconds * 1000).toISOString() };
}

/** The open account of a link, and the rest of its query; 403 when the link is forged, expired or ended. */
export async function openAccountLink(
  { tokens, now }: Pick<AppContext, 'tokens' | 'now'>,
  path: string,
  { user, expires, nonce, seal, ...rest }: LinkParts,
  getAccount: (userId: number) => Promise<UserRow | undefined>,
): Promise<{ account: UserRow; query: Query }> {
  const query = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, `${value}`]));
  const isWhole =
    typeof user === 'string' &&
    /^\d{1,10}$/.test(user) &&
    typeof expires === 'string' &&
    typeof nonce === 'string' &&
    typeof seal === 'string';
  const account = isWhole ? await getAccount(Number(user)) : undefined;
  const isOurs =
    isWhole &&
    account !== undefined &&
    tokens.verify(signedText(path, query, account, [expires, nonce]), seal);
  // The number can be trusted only after the signature is verified.
  if (!isOurs || Number(expires) * 1000 <= now().getTime() || account.closed_at !== null) {
    throw new HttpError('link_expired');
  }
  return { account, query };
}

/**
 * Records that a verified link is opened; throws 403 after five times. Downloads have no ranges, so a resumed one is
 * another opening; HEAD is none.
 */
export async function recordOpening(
  ctx: AppContext,
  { method, ip, query: { seal, expires } }: LinkRequest,
  { user_id: userId }: Account,
  target: AuditEntry['target'] & object,
): Promise<void> {
  if (method === 'HEAD') return;
  const key = createHash('sha256').update(`${seal}`).digest('base64url');
  await writeTransaction(ctx, { userId, ip }, async ({ tx, now, audit }) => {
    const opening = await countOpening(tx, { key, endsAt: Number(expires) * 1000 }, now);
    if (opening > maxOpenings) throw new HttpError('link_expired', { message: messages.linkUsed });
    await audit({ action: 'data.open', target, detail: { opening } });
  });
}
