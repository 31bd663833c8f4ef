import type { Endpoint } from '#contract/endpoint.ts';
import * as contract from '#contract/spotlight.ts';
import { decodeCursor } from '../../platform/cursor.ts';
import { CachedResponse } from '../../platform/response-cache.ts';
import type { Routes } from '../../platform/routes.ts';
import { getOwnReaction, listReactions, listReactors, setReaction } from './reactions.service.ts';
import {
  checkPostUpdate,
  createPost,
  deletePost,
  listPosts,
  updatePost,
} from './spotlight.service.ts';

/** Posts about the people of the company, and the reactions to them. */
export const spotlightRoutes: Routes = (register, ctx) => {
  const { db, responseCache } = ctx;
  const isPublic = ctx.config.publicSpotlight;
  /** Public unless PUBLIC_SPOTLIGHT is off; then a token is required. */
  const opened = <E extends Endpoint>(endpoint: E): E =>
    isPublic ? endpoint : { ...endpoint, access: 'signed-in' };

  register(opened(contract.listPosts), async ({ query, request, reply }) => {
    const before = decodeCursor(query.before);
    const { limit } = query;
    // Only public responses are cached.
    if (isPublic && limit === undefined && !before) {
      const all = await responseCache.get(
        'api posts',
        async () => new CachedResponse(JSON.stringify((await listPosts(db)).posts)),
        request,
      );
      return all ?? [];
    }
    const { posts, next } = await listPosts(db, { limit, before });
    if (next) reply.header('x-next-before', next);
    return posts;
  });

  register(contract.createPost, ({ body, upload, actor, key }) =>
    createPost(ctx, { body, upload }, actor, key),
  );

  register(
    contract.updatePost,
    ({ params, body, upload, actor }) => updatePost(ctx, params.id, { body, upload }, actor),
    { beforeFile: ({ params, body }) => checkPostUpdate(db, params.id, body) },
  );

  register(contract.deletePost, ({ params, actor }) => deletePost(ctx, params.id, actor));

  register(opened(contract.listReactions), ({ params }) => listReactions(db, params.id));

  register(contract.ownReaction, ({ params, user }) => getOwnReaction(db, params.id, user.userId));

  register(contract.listReactors, ({ params }) => listReactors(db, params.id));

  register(contract.react, ({ params, body, actor }) =>
    setReaction(ctx, params.id, body.emoji, actor),
  );
};
