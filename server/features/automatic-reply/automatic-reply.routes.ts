import * as contract from '#contract/automatic-reply.ts';
import type { Routes } from '../../platform/http/routes.ts';
import { getAutomaticReply, updateAutomaticReply } from './automatic-reply.service.ts';

export const automaticReplyRoutes: Routes = (register, ctx) => {
  register(contract.getAutomaticReply, () => getAutomaticReply(ctx.db));
  register(contract.updateAutomaticReply, ({ body, actor }) =>
    updateAutomaticReply(ctx, body, actor),
  );
};
