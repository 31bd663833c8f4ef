import { listAudit } from '#contract/audit.ts';
import type { Routes } from '../../platform/routes.ts';
import { readAudit } from './audit.service.ts';

/** The audit log: read by admins, written by the features, changed by nobody. */
export const auditRoutes: Routes = (register, ground) => {
  register(listAudit, async ({ query, reply }) => {
    const { entries, next } = await readAudit(ground.db, query);
    if (next) reply.header('x-next-before', next);
    return entries;
  });
};
