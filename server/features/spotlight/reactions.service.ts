import { personName } from '#contract/employee-name.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { spotlight as say } from '#contract/messages/spotlight.ts';
import {
  type Emoji,
  emojis,
  type listReactors,
  type ReactionCounts,
  type ReactionsNews,
  type react,
  reactionsEvent,
} from '#contract/spotlight.ts';
import type { Db } from '../../database/open.ts';
import { notFound } from '../../platform/errors.ts';
import type { Ground } from '../../platform/ground.ts';
import {
  countReactions,
  holdPost,
  putReaction,
  selectOwnReaction,
  selectReactors,
  takeReaction,
} from './spotlight.queries.ts';

/** How often a post was answered with which emoji, in their order; 404 when it is gone. */
export async function readReactions(db: Db, postId: number): Promise<ReactionCounts> {
  const counts = await countReactions(db, postId);
  if (!counts) throw notFound(say.gone);
  return emojis.flatMap((emoji) => {
    const count = counts.get(emoji);
    return count ? [{ emoji, count }] : [];
  });
}

/** What that person answered a post with; 404 when it is gone. */
export async function readOwnReaction(
  db: Db,
  postId: number,
  userId: number,
): Promise<{ emoji: Emoji | null }> {
  const emoji = await selectOwnReaction(db, postId, userId);
  if (emoji === undefined) throw notFound(say.gone);
  return { emoji };
}

/** Who answered a post with what, the latest first; 404 when it is gone. */
export async function readReactors(db: Db, postId: number): Promise<ReplyOf<typeof listReactors>> {
  const rows = await selectReactors(db, postId);
  if (!rows) throw notFound(say.gone);
  return rows.map((row) => ({
    emoji: row.emoji,
    user_id: row.user_id,
    name: personName(row),
  }));
}

/** Sets a person's one reaction or, with null, takes it back, and tells open pages; 404 when the post is gone. */
export async function setReaction(
  ground: Ground,
  postId: number,
  userId: number,
  emoji: Emoji | null,
): Promise<ReplyOf<typeof react>> {
  const { isNew, reactions } = await ground.db.transaction().execute(async (tx) => {
    // One after the other, so that the counts of the last one are those of all.
    if (!(await holdPost(tx, ground.engine, postId))) throw notFound(say.gone);
    const whose = { postId, userId };
    const now = ground.now().toISOString();
    const isNew = await (emoji === null
      ? takeReaction(tx, whose)
      : putReaction(tx, whose, emoji, now));
    return { isNew, reactions: await readReactions(tx, postId) };
  });
  if (isNew) {
    const news: ReactionsNews = { post_id: postId, reactions };
    ground.realtime.toEveryone(reactionsEvent, news);
  }
  return { message: say.reacted, reactions };
}
