import type { Selectable } from 'kysely';
import type { Emoji } from '#contract/spotlight.ts';
import { newestFirst } from '../../database/expressions.ts';
import type { Db } from '../../database/open.ts';
import type { PostsTable } from '../../database/tables/spotlight.ts';
import type { Cursor } from '../../platform/http/lists.ts';

export type PostRow = Selectable<PostsTable> & {
  width: number | null;
  height: number | null;
  color: string | null;
};

function withPicture(db: Db) {
  return db
    .selectFrom('posts')
    .leftJoin('objects', 'objects.key', 'posts.image_key')
    .selectAll('posts')
    .select(['objects.width', 'objects.height', 'objects.color']);
}

/** Posts, newest first. */
export async function selectPosts(
  db: Db,
  before: Cursor | null,
  limit: number,
): Promise<PostRow[]> {
  return newestFirst(withPicture(db), ['posts.created_at', 'posts.id'], before, limit).execute();
}

/** One post, locked until the transaction ends. */
export async function selectPostForUpdate(tx: Db, id: number): Promise<PostRow | undefined> {
  if (!(await selectPostForReaction(tx, id))) return undefined;
  return selectPost(tx, id);
}

export async function selectPost(db: Db, id: number): Promise<PostRow | undefined> {
  return withPicture(db).where('posts.id', '=', id).executeTakeFirst();
}

/** Whether there is such a post; locks it and its reactions until the transaction ends. */
export async function selectPostForReaction(tx: Db, id: number): Promise<boolean> {
  const query = tx.selectFrom('posts').select('id').where('id', '=', id).forNoKeyUpdate();
  return (await query.executeTakeFirst()) !== undefined;
}

/** Counts by emoji; undefined when there is no such post. */
export async function countReactions(
  db: Db,
  postId: number,
): Promise<Map<Emoji, number> | undefined> {
  const rows = await db
    .selectFrom('posts')
    .leftJoin('reactions', 'reactions.post_id', 'posts.id')
    .select(({ fn }) => ['emoji', fn.count<number>('emoji').as('count')])
    .where('posts.id', '=', postId)
    .groupBy(['posts.id', 'emoji'])
    .execute();
  if (rows.length === 0) return undefined;
  return new Map(rows.flatMap(({ emoji, count }) => (emoji === null ? [] : [[emoji, count]])));
}

/** A user's reaction, null for none; undefined when there is no such post. */
export async function selectOwnReaction(
  db: Db,
  postId: number,
  userId: number,
): Promise<Emoji | null | undefined> {
  const row = await db
    .selectFrom('posts')
    .leftJoin('reactions', (join) =>
      join.onRef('reactions.post_id', '=', 'posts.id').on('reactions.user_id', '=', userId),
    )
    .select('emoji')
    .where('posts.id', '=', postId)
    .executeTakeFirst();
  return row?.emoji;
}

export interface ReactorRow {
  emoji: Emoji;
  user_id: number;
  username: string;
  first_name: string | null;
  last_name: string | null;
}

/** Who reacted, closed accounts included, latest first; undefined when there is no such post. */
export async function selectReactors(db: Db, postId: number): Promise<ReactorRow[] | undefined> {
  const post = await db
    .selectFrom('posts')
    .select('id')
    .where('id', '=', postId)
    .executeTakeFirst();
  if (!post) return undefined;
  return db
    .selectFrom('reactions')
    .innerJoin('users', 'users.user_id', 'reactions.user_id')
    .leftJoin('employees', 'employees.user_id', 'users.user_id')
    .select(['emoji', 'reactions.user_id', 'username', 'first_name', 'last_name'])
    .where('post_id', '=', postId)
    .orderBy('reacted_at', 'desc')
    .orderBy('reactions.user_id', 'desc')
    .execute();
}

interface Reaction {
  postId: number;
  userId: number;
}

/** Sets a user's reaction; false when it already was that one. */
export async function upsertReaction(
  tx: Db,
  { postId, userId }: Reaction,
  emoji: Emoji,
  now: string,
): Promise<boolean> {
  const changed = await tx
    .insertInto('reactions')
    .values({ post_id: postId, user_id: userId, emoji, reacted_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['post_id', 'user_id'])
        .doUpdateSet((set) => ({
          emoji: set.ref('excluded.emoji'),
          reacted_at: set.ref('excluded.reacted_at'),
        }))
        .whereRef('reactions.emoji', '<>', 'excluded.emoji'),
    )
    .returning('user_id')
    .executeTakeFirst();
  return changed !== undefined;
}

/** Removes a user's reaction; false when there was none. */
export async function deleteReaction(tx: Db, { postId, userId }: Reaction): Promise<boolean> {
  const taken = await tx
    .deleteFrom('reactions')
    .where('post_id', '=', postId)
    .where('user_id', '=', userId)
    .returning('user_id')
    .executeTakeFirst();
  return taken !== undefined;
}
