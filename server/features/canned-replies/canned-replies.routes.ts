import * as contract from '#contract/canned-replies.ts';
import type { Routes } from '../../platform/http/routes.ts';
import {
  createCannedReply,
  deleteCannedReply,
  listCannedReplies,
  updateCannedReply,
} from './canned-replies.service.ts';

export const cannedRepliesRoutes: Routes = (register, ctx) => {
  register(contract.listCannedReplies, () => listCannedReplies(ctx.db));
  register(contract.createCannedReply, ({ body, actor, key }) =>
    createCannedReply(ctx, body, actor, key),
  );
  register(contract.updateCannedReply, ({ params, body, actor }) =>
    updateCannedReply(ctx, params.id, body, actor),
  );
  register(contract.deleteCannedReply, ({ params, actor }) =>
    deleteCannedReply(ctx, params.id, actor),
  );
};
