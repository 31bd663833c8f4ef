import { spotlight as messages } from '#contract/messages/spotlight.ts';
import {
  type Emoji,
  emojis,
  type listReactors as listReactorsEndpoint,
  type ReactionCounts,
  type ReactionsNews,
  type react,
  reactionsEvent,
} from '#contract/spotlight.ts';
import { personName } from '#contract/text/employee-name.ts';
import type { ReplyOf } from '#contract/wire/endpoint.ts';
import type { Db } from '../../database/open.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { notFound } from '../../platform/runtime/errors.ts';
import { inOrder } from '../../platform/runtime/in-order.ts';
import { type Actor, writeTransaction } from '../../platform/writes/writes.ts';
import {
  countReactions,
  deleteReaction,
  selectOwnReaction,
  selectPostForReaction,
  selectReactors,
  upsertReaction,
} from './spotlight.queries.ts';

/** Counts the reactions to a post, in display order; 404 when it is gone. */
export async function listReactions(db: Db, postId: number): Promise<ReactionCounts> {
  const counts = await countReactions(db, postId);
  if (!counts) throw notFound(messages.gone);
  return emojis.flatMap((emoji) => {
    const count = counts.get(emoji);
    return count ? [{ emoji, count }] : [];
  });
}

/** A user's reaction to a post; 404 when it is gone. */
export async function getOwnReaction(
  db: Db,
  postId: number,
  userId: number,
): Promise<{ emoji: Emoji | null }> {
  const emoji = await selectOwnReaction(db, postId, userId);
  if (emoji === undefined) throw notFound(messages.gone);
  return { emoji };
}

/** Who reacted to a post and how, latest first; 404 when it is gone. */
export async function listReactors(
  db: Db,
  postId: number,
): Promise<ReplyOf<typeof listReactorsEndpoint>> {
  const rows = await selectReactors(db, postId);
  if (!rows) throw notFound(messages.gone);
  return rows.map((row) => ({
    emoji: row.emoji,
    user_id: row.user_id,
    name: personName(row),
  }));
}

/** Per post: without it a late reply to COMMIT sends older counts after newer ones. */
const postOrder = inOrder<number>();

/** Sets a user's reaction or, with null, removes it, and updates open pages; 404 when the post is gone. */
export async function setReaction(
  ctx: AppContext,
  postId: number,
  emoji: Emoji | null,
  actor: Actor,
): Promise<ReplyOf<typeof react>> {
  return postOrder(postId, () =>
    writeTransaction(ctx, actor, async ({ tx, now, publish }) => {
      // One at a time, so that the counts of the last one include all.
      if (!(await selectPostForReaction(tx, postId))) throw notFound(messages.gone);
      const reaction = { postId, userId: actor.userId };
      const isNew = await (emoji === null
        ? deleteReaction(tx, reaction)
        : upsertReaction(tx, reaction, emoji, now.toISOString()));
      const reactions = await listReactions(tx, postId);
      const update: ReactionsNews = { post_id: postId, reactions };
      if (isNew) publish('everyone', reactionsEvent, update);
      return { message: messages.reacted, reactions };
    }),
  );
}
