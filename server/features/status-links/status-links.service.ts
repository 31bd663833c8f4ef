/**
 * The link to the status page of a record, for its sender, who has no account. Its row has the code's hash, to find it,
 * and the encrypted code, so that every mail has the same link until it is replaced, revoked or expired.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { Db } from '../../database/open.ts';
import type { AppContext } from '../../platform/app-context.ts';
import {
  deleteLink,
  extendLink,
  type LinkedColumn,
  putLink,
  selectLinkCode,
  selectLinked,
} from './status-links.queries.ts';

/** Days after a record's last event until its link dies, unless a quote behind it is valid longer. */
const linkDays = 90;

const paths = { inquiry_id: '/inquiry', application_id: '/application/status' } as const;

const hashOf = (code: string) => createHash('sha256').update(code).digest('hex');
const ownerOf = (column: LinkedColumn, id: number) => `status link of ${column} ${id}`;
const expiryAfter = (now: Date) => new Date(now.getTime() + linkDays * 86_400_000).toISOString();

type LinkContext = Pick<AppContext, 'tokens' | 'config'>;

const urlOf = ({ config }: Pick<LinkContext, 'config'>, column: LinkedColumn, code: string) =>
  `${config.publicUrl}${paths[column]}/${code}`;

/** What the address of such a link looks like, for who may not have one. */
export const statusLinkLike = (ctx: Pick<LinkContext, 'config'>, column: LinkedColumn) =>
  urlOf(ctx, column, '...');

/** Makes a record's link and returns its address; the earlier one dies. */
export async function makeStatusLink(
  ctx: LinkContext,
  tx: Db,
  column: LinkedColumn,
  id: number,
  now: Date,
): Promise<string> {
  const code = randomBytes(32).toString('base64url');
  await putLink(tx, column, id, {
    code_hash: hashOf(code),
    encrypted_code: ctx.tokens.encrypt(code, ownerOf(column, id)),
    expires_at: expiryAfter(now),
  });
  return urlOf(ctx, column, code);
}

/** Makes a record's live link, if it has one, last 90 days more; returns its encrypted code. */
export function extendStatusLink(
  tx: Db,
  column: LinkedColumn,
  id: number,
  now: Date,
): Promise<string | undefined> {
  return extendLink(tx, column, id, { now, expires_at: expiryAfter(now) });
}

/** The address of a record's live link, which now lasts 90 days more; a new one when there is none. */
export async function keepStatusLink(
  ctx: LinkContext,
  tx: Db,
  column: LinkedColumn,
  id: number,
  now: Date,
): Promise<string> {
  const encrypted = await extendStatusLink(tx, column, id, now);
  // Null under another token secret.
  const code = encrypted === undefined ? null : ctx.tokens.decrypt(encrypted, ownerOf(column, id));
  return code === null ? makeStatusLink(ctx, tx, column, id, now) : urlOf(ctx, column, code);
}

/** The address of a record's live link; '' without one. Changes nothing, so it may be read for a repeated call. */
export async function readStatusLink(
  ctx: LinkContext & Pick<AppContext, 'db' | 'now'>,
  column: LinkedColumn,
  id: number,
): Promise<string> {
  const encrypted = await selectLinkCode(ctx.db, column, id, ctx.now());
  const code = encrypted === undefined ? null : ctx.tokens.decrypt(encrypted, ownerOf(column, id));
  return code === null ? '' : urlOf(ctx, column, code);
}

/** Ends a record's link: its page is then as unknown as a guessed one. */
export const revokeStatusLink = deleteLink;

/** The id of the record whose live link has this code; undefined for unknown, revoked and expired codes alike. */
export function findLinked(
  db: Db,
  column: LinkedColumn,
  code: string,
  now: Date,
): Promise<number | undefined> {
  return selectLinked(db, column, hashOf(code), now);
}
