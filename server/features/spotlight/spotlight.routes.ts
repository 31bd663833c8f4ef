import type { Endpoint } from '#contract/endpoint.ts';
import * as contract from '#contract/spotlight.ts';
import { decodeCursor } from '../../platform/cursor.ts';
import { Prepared } from '../../platform/kept.ts';
import type { Routes } from '../../platform/routes.ts';
import { readOwnReaction, readReactions, readReactors, setReaction } from './reactions.service.ts';
import { addPost, dropPost, readPosts, revisePost } from './spotlight.service.ts';

/** Posts about the people of the company, and how they are answered. */
export const spotlightRoutes: Routes = (register, ground) => {
  const { db, kept } = ground;
  const isPublic = ground.config.publicSpotlight;
  /** What the public may read, unless the company wants it closed: then a token is asked for before all else. */
  const opened = <E extends Endpoint>(endpoint: E): E =>
    isPublic ? endpoint : { ...endpoint, access: 'signed-in' };

  register(opened(contract.listPosts), async ({ query, reply }) => {
    const before = decodeCursor(query.before);
    const { limit } = query;
    // What is kept is sent as bytes that anybody may have.
    if (isPublic && limit === undefined && !before) {
      const all = await kept.get(
        'api posts',
        async () => new Prepared(JSON.stringify((await readPosts(db)).posts)),
      );
      return all ?? [];
    }
    const { posts, next } = await readPosts(db, { limit, before });
    if (next) reply.header('x-next-before', next);
    return posts;
  });

  register(contract.createPost, ({ body, upload, user, ip, key }) =>
    addPost(ground, { body, upload }, { userId: user.userId, ip }, key),
  );

  register(contract.updatePost, ({ params, body, upload, user, ip }) =>
    revisePost(ground, params.id, { body, upload }, { userId: user.userId, ip }),
  );

  register(contract.deletePost, ({ params, user, ip }) =>
    dropPost(ground, params.id, { userId: user.userId, ip }),
  );

  register(opened(contract.listReactions), ({ params }) => readReactions(db, params.id));

  register(contract.ownReaction, ({ params, user }) => readOwnReaction(db, params.id, user.userId));

  register(contract.listReactors, ({ params }) => readReactors(db, params.id));

  register(contract.react, ({ params, body, user }) =>
    setReaction(ground, params.id, user.userId, body.emoji),
  );
};
