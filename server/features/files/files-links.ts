import { linkSeconds } from '#contract/files.ts';
import { files as messages } from '#contract/messages/files.ts';
import { personName } from '#contract/text/employee-name.ts';
import { type LinkParts, linkQuery, readLink } from '../../platform/accounts/signed-links.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { HttpError, notFound } from '../../platform/runtime/errors.ts';
import { isKey } from '../../platform/storage/storage.ts';
import {
  type FileAccess,
  type StoredObject,
  selectFileAccess,
  selectSettlementName,
  selectVariants,
} from './files.queries.ts';
import { isPicture } from './files-headers.ts';
import { mayRead } from './files-rules.ts';

type Deps = Pick<AppContext, 'db' | 'tokens' | 'now'>;

/**
 * Seconds between two changes of a picture's link, so that browsers can cache it. It expires 300 s after the
 * change, so it works for at least 60 s and at most 5 minutes.
 */
const pictureLinkSeconds = 240;

export interface OpenedLink {
  access: FileAccess;
  userId: number;
}

/** A stored file, if the person may read it now. */
export async function readableFile(
  ctx: Pick<Deps, 'db'>,
  userId: number,
  key: string,
): Promise<StoredObject | null> {
  const access = isKey(key) ? await selectFileAccess(ctx.db, userId, key) : undefined;
  return access && mayRead(access) ? access.object : null;
}

async function accessOf(ctx: Deps, userId: number, key: string): Promise<FileAccess> {
  const access = isKey(key) ? await selectFileAccess(ctx.db, userId, key) : undefined;
  if (!access || !mayRead(access)) throw notFound(messages.notFound);
  return access;
}

/** When a link that is signed now expires, in seconds since 1970. */
function endOf(object: StoredObject, now: Date): number {
  const signed = Math.floor(now.getTime() / 1000);
  return linkSeconds + (isPicture(object) ? signed - (signed % pictureLinkSeconds) : signed);
}

/** Links to a stored file and to its variants. */
export interface Links {
  url: string;
  /** The variants of a picture, as an `img` takes them: WebP, and AVIF. */
  srcset?: string;
  avif_srcset?: string;
}

/** Signs links for one person and at most 5 minutes; 404 unless the person may read the file. */
export async function linkTo(ctx: Deps, userId: number, key: string): Promise<Links> {
  const { object, tokenVersion: revision } = await accessOf(ctx, userId, key);
  const expires = endOf(object, ctx.now());
  const linkOf = (target: string) =>
    `/files/${target}?${linkQuery(ctx, { target, userId, revision, expires })}`;
  const variants = isPicture(object) ? await selectVariants(ctx.db, object.key) : [];
  if (variants.length === 0) return { url: linkOf(object.key) };
  const srcsetOf = (kind: string) =>
    [object, ...variants]
      .filter((variant) => variant.kind === kind)
      .toSorted((a, b) => (a.width ?? 0) - (b.width ?? 0))
      .map((variant) => `${linkOf(variant.key)} ${variant.width}w`)
      .join(', ');
  return { url: linkOf(object.key), srcset: srcsetOf('webp'), avif_srcset: srcsetOf('avif') };
}

/** Verifies a link: 403 when it is forged, expired or older than the password, 404 when the file is gone or no longer readable. */
export async function openLink(ctx: Deps, key: string, parts: LinkParts): Promise<OpenedLink> {
  if (!isKey(key)) throw notFound(messages.notFound);
  const { userId, revision } = readLink(ctx, key, parts);
  const access = await accessOf(ctx, userId, key);
  if (access.tokenVersion !== revision) throw new HttpError('link_expired');
  return { access, userId };
}

/** The name of the download: a settlement's has its driver and its period. */
export async function downloadName(
  { db }: AppContext,
  object: StoredObject,
  userId: number,
): Promise<string> {
  if (!object.key.startsWith('settlements/')) return object.original_name;
  const found = await selectSettlementName(db, object.key, userId);
  if (!found) return object.original_name;
  return `${personName(found)} ${found.period_from} to ${found.period_to}.pdf`;
}
