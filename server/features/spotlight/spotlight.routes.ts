import * as contract from '#contract/spotlight.ts';
import type { Routes } from '../../platform/routes.ts';

/** Posts about the people of the company, and how they are answered. */
export const spotlightRoutes: Routes = (register) => {
  register(contract.listPosts, async () => {
    throw new Error('not built');
  });

  register(contract.createPost, async () => {
    throw new Error('not built');
  });

  register(contract.updatePost, async () => {
    throw new Error('not built');
  });

  register(contract.deletePost, async () => {
    throw new Error('not built');
  });

  register(contract.listReactions, async () => {
    throw new Error('not built');
  });

  register(contract.ownReaction, async () => {
    throw new Error('not built');
  });

  register(contract.listReactors, async () => {
    throw new Error('not built');
  });

  register(contract.react, async () => {
    throw new Error('not built');
  });
};
