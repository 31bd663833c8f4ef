import * as contract from '#contract/audit.ts';
import type { Routes } from '../../platform/http/routes.ts';
import { listAudit } from './audit.service.ts';

export const auditRoutes: Routes = (register, ctx) => {
  register(contract.listAudit, ({ query }) => listAudit(ctx, query));
};
