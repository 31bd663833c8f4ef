import * as contract from '#contract/audit.ts';
import type { Routes } from '../../platform/routes.ts';
import { listAudit } from './audit.service.ts';

export const auditRoutes: Routes = (register, ctx) => {
  register(contract.listAudit, async ({ query, reply }) => {
    const { entries, next } = await listAudit(ctx, query);
    if (next) reply.header('x-next-before', next);
    return entries;
  });
};
