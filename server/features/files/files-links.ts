import { linkSeconds } from '#contract/files.ts';
import { files as say } from '#contract/messages/files.ts';
import { forbidden, notFound } from '../../platform/errors.ts';
import type { Ground } from '../../platform/ground.ts';
import { isKey } from '../../platform/storage/keys.ts';
import { type StoredObject, selectObject, selectOpenRole } from './files.queries.ts';
import { mayRead, type Reader } from './files-rules.ts';

type Place = Pick<Ground, 'db' | 'tokens' | 'now'>;

/** What a link says beside its key, as it came. */
export interface LinkParts {
  user?: unknown;
  expires?: unknown;
  seal?: unknown;
}

export interface OpenedLink {
  object: StoredObject;
  userId: number;
}

function sealed(key: string, user: string, expires: string): string {
  return `${key}\n${user}\n${expires}`;
}

/** A link to a stored file: for that person, for 5 minutes; 404 when there is none or it is not theirs. */
export async function linkTo(ground: Place, reader: Reader, key: string): Promise<string> {
  const object = isKey(key) ? await selectObject(ground.db, key) : undefined;
  if (!object || !(await mayRead(reader, key))) throw notFound(say.notFound);
  const user = String(reader.userId);
  const expires = String(Math.floor(ground.now().getTime() / 1000) + linkSeconds);
  const seal = ground.tokens.seal(sealed(key, user, expires));
  return `/files/${key}?${new URLSearchParams({ user, expires, seal })}`;
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
  const role = await selectOpenRole(ground.db, userId);
  const object = await selectObject(ground.db, key);
  if (!role || !object || !(await mayRead({ userId, role }, key))) throw notFound(say.notFound);
  return { object, userId };
}
