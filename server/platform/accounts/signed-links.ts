/**
 * Links that open without a token. Each is signed for one account and ends with its revision, such as a new password, and
 * most after 5 minutes.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { linkSeconds } from '#contract/files.ts';
import { exports as messages } from '#contract/messages/exports.ts';
import type { UserRow } from '../../database/tables/tables.ts';
import type { AppContext } from '../app-context.ts';
import type { AuditEntry } from '../audit/audit.ts';
import { countOpening } from '../limits/limit-counts.queries.ts';
import { HttpError } from '../runtime/errors.ts';
import { writeTransaction } from '../writes/writes.ts';

export interface SignedLink {
  /** What it opens, on one line: a storage key, a path with its query, `time-off calendar`. No two kinds share one. */
  target: string;
  userId: number;
  /** Of the account: another one ends the link. */
  revision: number;
  /** Seconds since 1970; without it the revision alone ends the link. */
  expires?: number;
}

/** The query of a link, unverified. */
export type LinkParts = Readonly<Record<string, unknown>>;

type Signer = Pick<AppContext, 'tokens'>;

function textOf({ target, userId, revision, expires }: SignedLink): string {
  return [target, userId, revision, ...(expires === undefined ? [] : [expires])].join('\n');
}

/** The signature of a link: 43 characters, base64url. */
export function signatureOf({ tokens }: Signer, link: SignedLink): string {
  return tokens.sign(textOf(link));
}

export function isSignatureOf({ tokens }: Signer, link: SignedLink, seal: string): boolean {
  return tokens.verify(textOf(link), seal);
}

/** The query that `readLink` verifies. */
export function linkQuery(ctx: Signer, link: SignedLink & { expires: number }): URLSearchParams {
  return new URLSearchParams({
    user: `${link.userId}`,
    version: `${link.revision}`,
    expires: `${link.expires}`,
    seal: signatureOf(ctx, link),
  });
}

const digits = /^\d{1,10}$/;

/** Verifies the query of a link to a target: 403 when it is forged or expired. The revision is the caller's to compare. */
export function readLink(
  ctx: Pick<AppContext, 'tokens' | 'now'>,
  target: string,
  { user, version, expires, seal }: LinkParts,
): SignedLink {
  const areNumbers = [user, version, expires].every((part) => digits.test(`${part}`));
  const ends = Number(expires);
  const link = { target, userId: Number(user), revision: Number(version), expires: ends };
  const isOurs = areNumbers && typeof seal === 'string' && isSignatureOf(ctx, link, seal);
  if (!isOurs || ends * 1000 <= ctx.now().getTime()) throw new HttpError('link_expired');
  return link;
}

type Account = Pick<UserRow, 'user_id' | 'token_version'>;
type Query = Readonly<Record<string, string>>;

const targetOf = (path: string, query: Query) => `${path}?${new URLSearchParams(query)}`;

/** A link to a download that works for one account and 5 minutes; a new password or role ends it. */
export function downloadLink(
  ctx: Signer,
  path: string,
  { user_id: userId, token_version: revision }: Account,
  now: Date,
  query: Query = {},
): { url: string; expires_at: string } {
  const expires = Math.floor(now.getTime() / 1000) + linkSeconds;
  // Links of one second are counted apart.
  const nonce = randomBytes(9).toString('base64url');
  const target = targetOf(path, { ...query, nonce });
  return {
    url: `${target}&${linkQuery(ctx, { target, userId, revision, expires })}`,
    expires_at: new Date(expires * 1000).toISOString(),
  };
}

/** The open account of a download's link, and the rest of its query; 403 when the link is forged, expired or ended. */
export async function openDownloadLink(
  ctx: Pick<AppContext, 'tokens' | 'now'>,
  path: string,
  { user, version, expires, seal, ...rest }: LinkParts,
  getAccount: (userId: number) => Promise<UserRow | undefined>,
): Promise<{ account: UserRow; query: Query }> {
  const query = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, `${value}`]));
  const link = readLink(ctx, targetOf(path, query), { user, version, expires, seal });
  const account = await getAccount(link.userId);
  if (account?.token_version !== link.revision || account.closed_at !== null) {
    throw new HttpError('link_expired');
  }
  return { account, query };
}

/** A request for a download's link. */
export type LinkRequest = Pick<
  FastifyRequest<{ Querystring: LinkParts }>,
  'method' | 'ip' | 'query'
>;

/** How often a link can be opened: who finds one in a history or a log must not get the file again and again. */
const maxOpenings = 5;

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
