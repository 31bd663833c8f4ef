import * as contract from '#contract/spotlight.ts';
import type { Endpoint } from '#contract/wire/endpoint.ts';
import { isWholeList } from '../../platform/http/public-calls.ts';
import type { Routes } from '../../platform/http/routes.ts';
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
  const { db } = ctx;
  const isPublic = ctx.config.publicSpotlight;
  /** Public unless PUBLIC_SPOTLIGHT is off; then a token is required. */
  const opened = <E extends Endpoint>(endpoint: E): E =>
    isPublic ? endpoint : { ...endpoint, access: 'signed-in' };

  register(opened(contract.listPosts), () => listPosts(ctx), {
    cacheKey: ({ query }) => (isWholeList(query) ? 'api posts' : null),
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
