import { spotlight as messages } from '#contract/messages/spotlight.ts';
import * as contract from '#contract/spotlight.ts';
import type { BodyOf } from '#contract/wire/endpoint.ts';
import type { Db } from '../../database/open.ts';
import { deleteRecord, insertRecord, updateRecord } from '../../database/records.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { pageOf, type ReadPage } from '../../platform/http/lists.ts';
import { notFound } from '../../platform/runtime/errors.ts';
import type { TemporaryFile } from '../../platform/uploads/receive-upload.ts';
import {
  type Actor,
  changedColumns,
  currentRow,
  type Write,
  writeTransaction,
  writeTransactionResult,
} from '../../platform/writes/writes.ts';
import { createObject, deleteBytes, forgetObject, storeObject } from '../files/files.service.ts';
import { type PostRow, selectPost, selectPostForUpdate, selectPosts } from './spotlight.queries.ts';

interface Sent<B> {
  body: B;
  upload: TemporaryFile | null;
}

function toDto(row: PostRow): contract.Post {
  const { id, title, text, layout_type, image_key, created_at, version } = row;
  const { width, height, color } = row;
  const picture =
    width === null || height === null || color === null ? null : { width, height, color };
  return {
    ...{ id, title, text, layout_type, image_url: image_key, picture, created_at, version },
    ...{ title_es: row.title_es || undefined, text_es: row.text_es || undefined },
  };
}

/** Posts are public, and every open page may show them. */
function publishPosts({ invalidateCache, publish }: Write): void {
  invalidateCache();
  publish('everyone', contract.postsEvent);
}

/** Posts, newest first. */
export function listPosts({ db }: Pick<AppContext, 'db'>): ReadPage<contract.Post> {
  return async (before, limit) => {
    const posts = (await selectPosts(db, before, limit)).map(toDto);
    return pageOf(posts, limit, ({ created_at, id }) => ({ at: created_at, id }));
  };
}

/** Adds a post, with or without a picture, once per Idempotency-Key. */
export async function createPost(
  ctx: AppContext,
  { body, upload }: Sent<BodyOf<typeof contract.createPost>>,
  actor: Actor,
  key: string | undefined,
): Promise<{ message: string; id: number }> {
  const sent = { ...body, image: upload?.sentSha256 ?? null };
  const call = { endpoint: contract.createPost, key, body: sent };
  return storeObject(ctx, 'posts', upload, (object) =>
    writeTransactionResult(
      ctx,
      actor,
      async (write) => {
        const { tx, now, audit } = write;
        if (object) await createObject(tx, object);
        const { title, text, title_es, text_es, layout_type = 'layout1' } = body;
        const id = await insertRecord(tx, 'posts', {
          title,
          text,
          title_es,
          text_es,
          layout_type,
          image_key: object?.key ?? null,
          created_by: actor.userId,
          created_at: now.toISOString(),
        });
        await audit({
          action: 'post.create',
          target: { kind: 'post', id, label: title },
          detail: { title, layout_type, image: object !== null },
        });
        publishPosts(write);
        return { message: messages.added, id };
      },
      call,
    ),
  );
}

/** Throws what `updatePost` would throw now, before a picture is decoded in vain. */
export async function checkPostUpdate(
  db: Db,
  id: number,
  { version }: BodyOf<typeof contract.updatePost>,
): Promise<void> {
  await currentRow(await selectPost(db, id), version, toDto, messages.gone);
}

/** Changes the keys that are sent; a file replaces the picture. 409 with the current post when the version is stale. */
export async function updatePost(
  ctx: AppContext,
  id: number,
  { body, upload }: Sent<BodyOf<typeof contract.updatePost>>,
  actor: Actor,
): Promise<{ message: string }> {
  const { version, remove_image, ...fields } = body;
  const reply = { message: messages.updated };
  return storeObject(ctx, 'posts', upload, (object) =>
    writeTransactionResult(ctx, actor, async (write) => {
      const { tx, audit, afterCommit } = write;
      const row = await selectPostForUpdate(tx, id);
      const before = await currentRow(row, version, toDto, messages.gone);
      const image_key = object?.key ?? (remove_image === 1 ? null : undefined);
      const change = changedColumns(before, { ...fields, image_key });
      const changed = Object.keys(change);
      if (changed.length === 0) return reply;
      if (object) await createObject(tx, object);
      await updateRecord(tx, 'posts', id, change);
      const isReplaced = change.image_key !== undefined && before.image_key !== null;
      const oldKeys = isReplaced ? await forgetObject(tx, before.image_key ?? '') : [];
      await audit({
        action: 'post.update',
        target: { kind: 'post', id, label: fields.title ?? before.title },
        detail: { changed: changed.map((name) => (name === 'image_key' ? 'image' : name)) },
      });
      publishPosts(write);
      afterCommit(() => deleteBytes(ctx, oldKeys));
      return reply;
    }),
  );
}

/** Deletes a post with its picture and its reactions; 404 when it is gone. */
export async function deletePost(
  ctx: AppContext,
  id: number,
  actor: Actor,
): Promise<{ message: string }> {
  return writeTransaction(ctx, actor, async (write) => {
    const { tx, audit, afterCommit } = write;
    const row = await deleteRecord(tx, 'posts', id);
    if (!row) throw notFound(messages.gone);
    const { title, image_key } = row;
    const target = { kind: 'post', id, label: title };
    await audit({ action: 'post.delete', target, detail: { title } });
    const keys = image_key === null ? [] : await forgetObject(tx, image_key);
    publishPosts(write);
    afterCommit(() => deleteBytes(ctx, keys));
    return { message: messages.deleted };
  });
}
