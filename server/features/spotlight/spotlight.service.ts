import type { BodyOf } from '#contract/endpoint.ts';
import { general } from '#contract/messages/general.ts';
import { spotlight as say } from '#contract/messages/spotlight.ts';
import { type createPost, type Post, postsEvent, type updatePost } from '#contract/spotlight.ts';
import type { Db } from '../../database/open.ts';
import type { PostsTable } from '../../database/tables-shop.ts';
import { recordAudit } from '../../platform/audit.ts';
import { type Cursor, pageOf } from '../../platform/cursor.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import type { Ground } from '../../platform/ground.ts';
import { once } from '../../platform/replays.ts';
import type { TemporaryFile } from '../../platform/uploads.ts';
import { addObject, dropBytes, forgetObject, storeObject } from '../files/files.service.ts';
import {
  changePost,
  insertPost,
  lockPost,
  type PostRow,
  removePost,
  selectPosts,
} from './spotlight.queries.ts';

interface Actor {
  userId: number;
  ip: string;
}

interface Sent<B> {
  body: B;
  upload: TemporaryFile | null;
}

type StoredObject = Parameters<typeof addObject>[1];

function present(row: PostRow): Post {
  const { id, title, text, layout_type, image_key, created_at, version } = row;
  const { width, height, color } = row;
  const picture =
    width === null || height === null || color === null ? null : { width, height, color };
  return { id, title, text, layout_type, image_url: image_key, picture, created_at, version };
}

/** What changes on every open page, and in what the public may read. */
function tellPosts({ kept, realtime }: Ground): void {
  kept.forget();
  realtime.toEveryone(postsEvent);
}

/** Posts, newest first. */
export async function readPosts(
  db: Db,
  { limit, before }: { limit?: number | undefined; before?: Cursor | null } = {},
): Promise<{ posts: Post[]; next: string | null }> {
  const found = await selectPosts(db, limit && limit + 1, before ?? null);
  const { rows, next } = pageOf(found, limit, ({ created_at, id }) => ({ at: created_at, id }));
  return { posts: rows.map(present), next };
}

/** Adds a post, with a picture or without, once per Idempotency-Key. */
export async function addPost(
  ground: Ground,
  { body, upload }: Sent<BodyOf<typeof createPost>>,
  by: Actor,
  key: string | undefined,
): Promise<{ message: string; id: number }> {
  const now = ground.now();
  const attempt = {
    caller: `user ${by.userId}`,
    call: 'createPost',
    key,
    body: { ...body, image: upload?.sha256 ?? null },
    status: 201,
  };
  const reply = await storeObject(ground, 'posts', upload, (object) =>
    once(ground.db, now, attempt, async (tx) => {
      if (object) await addObject(tx, object);
      const { title, text, layout_type = 'layout1' } = body;
      const id = await insertPost(tx, {
        title,
        text,
        layout_type,
        image_key: object?.key ?? null,
        created_by: by.userId,
        created_at: now.toISOString(),
      });
      await recordAudit(tx, now, {
        ...by,
        action: 'post.create',
        target: { kind: 'post', id },
        detail: { title, layout_type, image: object !== null },
      });
      return { message: say.added, id };
    }),
  );
  tellPosts(ground);
  return reply;
}

/** The columns that a change really changes. */
function changesOf(
  before: PostRow,
  { remove_image, ...fields }: Omit<BodyOf<typeof updatePost>, 'version'>,
  object: StoredObject | null,
): Partial<Pick<PostsTable, 'title' | 'text' | 'layout_type' | 'image_key'>> {
  const image_key = object?.key ?? (remove_image === 1 ? null : before.image_key);
  return Object.fromEntries(
    Object.entries({ ...fields, image_key }).filter(
      ([name, value]) => value !== undefined && before[name as keyof PostRow] !== value,
    ),
  );
}

/** Changes the keys that are sent; a new picture replaces the old one; a stale version is 409 with the post as it is now. */
export async function revisePost(
  ground: Ground,
  id: number,
  { body, upload }: Sent<BodyOf<typeof updatePost>>,
  by: Actor,
): Promise<{ message: string }> {
  const { version, ...fields } = body;
  const { isChanged, oldKeys } = await storeObject(ground, 'posts', upload, async (object) => ({
    replayed: false,
    reply: await ground.db.transaction().execute(async (tx) => {
      const before = await lockPost(tx, ground.engine, id);
      if (!before) throw notFound(say.gone);
      if (version && version !== before.version) throw conflict(general.stale, present(before));
      const change = changesOf(before, fields, object);
      const changed = Object.keys(change);
      if (changed.length === 0) return { isChanged: false, oldKeys: [] };
      if (object) await addObject(tx, object);
      await changePost(tx, id, change);
      const goes = change.image_key !== undefined && before.image_key !== null;
      const oldKeys = goes ? await forgetObject(tx, before.image_key ?? '') : [];
      await recordAudit(tx, ground.now(), {
        ...by,
        action: 'post.update',
        target: { kind: 'post', id },
        detail: { changed: changed.map((name) => (name === 'image_key' ? 'image' : name)) },
      });
      return { isChanged: true, oldKeys };
    }),
  }));
  if (isChanged) tellPosts(ground);
  await dropBytes(ground, oldKeys);
  return { message: say.updated };
}

/** Deletes a post with its picture and its reactions; 404 when it is gone. */
export async function dropPost(
  ground: Ground,
  id: number,
  by: Actor,
): Promise<{ message: string }> {
  const oldKeys = await ground.db.transaction().execute(async (tx) => {
    const removed = await removePost(tx, id);
    if (!removed) throw notFound(say.gone);
    const { title, image_key } = removed;
    await recordAudit(tx, ground.now(), {
      ...by,
      action: 'post.delete',
      target: { kind: 'post', id },
      detail: { title },
    });
    return image_key === null ? [] : forgetObject(tx, image_key);
  });
  tellPosts(ground);
  await dropBytes(ground, oldKeys);
  return { message: say.deleted };
}
