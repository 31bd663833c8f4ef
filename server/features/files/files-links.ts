import { linkSeconds } from '#contract/files.ts';
import { files as say } from '#contract/messages/files.ts';
import { forbidden, notFound } from '../../platform/errors.ts';
import type { Ground } from '../../platform/ground.ts';
import { isKey } from '../../platform/storage/keys.ts';
import { type Standing, type StoredObject, selectForms, selectStanding } from './files.queries.ts';
import { isPicture } from './files-headers.ts';
import { mayRead } from './files-rules.ts';

type Place = Pick<Ground, 'db' | 'tokens' | 'now'>;

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
  standing: Standing;
  userId: number;
}

function sealed(key: string, user: string, expires: string): string {
  return `${key}\n${user}\n${expires}`;
}

async function standingOf(ground: Place, userId: number, key: string): Promise<Standing> {
  const standing = isKey(key) ? await selectStanding(ground.db, userId, key) : undefined;
  if (!standing || !mayRead(standing)) throw notFound(say.notFound);
  return standing;
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
export async function linkTo(ground: Place, userId: number, key: string): Promise<Links> {
  const { object } = await standingOf(ground, userId, key);
  const user = String(userId);
  const expires = String(endOf(object, ground.now()));
  const linkOf = (to: string) => {
    const seal = ground.tokens.seal(sealed(to, user, expires));
    return `/files/${to}?${new URLSearchParams({ user, expires, seal })}`;
  };
  const forms = isPicture(object) ? await selectForms(ground.db, object.key) : [];
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
export async function openLink(ground: Place, key: string, parts: LinkParts): Promise<OpenedLink> {
  if (!isKey(key)) throw notFound(say.notFound);
  const { user, expires, seal } = parts;
  const isOurs =
    typeof user === 'string' &&
    typeof expires === 'string' &&
    typeof seal === 'string' &&
    ground.tokens.isSeal(sealed(key, user, expires), seal);
  // Only after the seal is right do the numbers mean anything.
  if (!isOurs || Number(expires) * 1000 <= ground.now().getTime()) throw forbidden(say.linkExpired);
  const userId = Number(user);
  return { standing: await standingOf(ground, userId, key), userId };
}
