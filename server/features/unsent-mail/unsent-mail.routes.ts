import * as contract from '#contract/unsent-mail.ts';
import type { Routes } from '../../platform/http/routes.ts';
import { discardMail, listUnsentMail, retryMail } from './unsent-mail.service.ts';

export const unsentMailRoutes: Routes = (register, ctx) => {
  register(contract.listUnsentMail, () => listUnsentMail(ctx));

  register(contract.retryMail, ({ params, actor }) => retryMail(ctx, params.id, actor));

  register(contract.discardMail, ({ params, actor }) => discardMail(ctx, params.id, actor));
};
