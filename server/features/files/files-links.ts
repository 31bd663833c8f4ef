import { linkSeconds } from '#contract/files.ts';
import { files as messages } from '#contract/messages/files.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { HttpError, notFound } from '../../platform/errors.ts';
import { isKey } from '../../platform/storage/storage.ts';
import {
  type FileAccess,
  type StoredObject,
  selectForms,
  selectStanding,
} from './files.queries.ts';
import { isPicture } from './files-headers.ts';
import { mayRead } from './files-rules.ts';

type Deps = Pick<AppContext, 'db' | 'tokens' | 'now'>;

/**
 * Seconds between two changes of a picture's link. A link that stays the same is one that a browser can keep;
 * it still ends 300 s after the change, so that it works for at least 60 s and never for more than 5 minutes.
 */
const pictureSteps = 240;

/** What a link says beside its key, as it came. */
export interface LinkParts {
  user?: unknown;
  expires?: unknown;
  seal?: unknown;
}

export interface OpenedLink {
  access: FileAccess;
  userId: number;
}

function signedText(key: string, user: string, expires: string): string {
  return `${key}\n${user}\n${expires}`;
}

async function accessOf(ctx: Deps, userId: number, key: string): Promise<FileAccess> {
  const access = isKey(key) ? await selectStanding(ctx.db, userId, key) : undefined;
  if (!access || !mayRead(access)) throw notFound(messages.notFound);
  return access;
}

/** When a link that is signed now runs out, in seconds since 1970. */
function endOf(object: StoredObject, now: Date): number {
  const signed = Math.floor(now.getTime() / 1000);
  return linkSeconds + (isPicture(object) ? signed - (signed % pictureSteps) : signed);
}

/** Links to a stored file and to the forms that a browser may choose from instead. */
export interface Links {
  url: string;
  /** Of a picture that is kept in several widths, as an `img` takes them: WebP, and AVIF. */
  srcset?: string;
  avif_srcset?: string;
}

/** Links to a stored file: for that person, for 5 minutes at most; 404 when there is none or it is not theirs. */
export async function linkTo(ctx: Deps, userId: number, key: string): Promise<Links> {
  const { object } = await accessOf(ctx, userId, key);
  const user = String(userId);
  const expires = String(endOf(object, ctx.now()));
  const linkOf = (to: string) => {
    const signature = ctx.tokens.sign(signedText(to, user, expires));
    return `/files/${to}?${new URLSearchParams({ user, expires, seal: signature })}`;
  };
  const forms = isPicture(object) ? await selectForms(ctx.db, object.key) : [];
  if (forms.length === 0) return { url: linkOf(object.key) };
  const srcsetOf = (kind: string) =>
    [object, ...forms]
      .filter((form) => form.kind === kind)
      .toSorted((a, b) => (a.width ?? 0) - (b.width ?? 0))
      .map((form) => `${linkOf(form.key)} ${form.width}w`)
      .join(', ');
  return { url: linkOf(object.key), srcset: srcsetOf('webp'), avif_srcset: srcsetOf('avif') };
}

/**
 * What a link opens: 403 when it is not one of ours or has run out,
 * 404 when the file is gone or its person may no longer read it.
 */
export async function openLink(ctx: Deps, key: string, parts: LinkParts): Promise<OpenedLink> {
  if (!isKey(key)) throw notFound(messages.notFound);
  const { user, expires, seal } = parts;
  const isOurs =
    typeof user === 'string' &&
    typeof expires === 'string' &&
    typeof seal === 'string' &&
    ctx.tokens.verify(signedText(key, user, expires), seal);
  // Only after the seal is right do the numbers mean anything.
  if (!isOurs || Number(expires) * 1000 <= ctx.now().getTime()) throw new HttpError('link_expired');
  const userId = Number(user);
  return { access: await accessOf(ctx, userId, key), userId };
}
