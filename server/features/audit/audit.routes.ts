import * as contract from '#contract/audit.ts';
import { audit as messages } from '#contract/messages/users.ts';
import type { Routes } from '../../platform/routes.ts';
import { listAudit } from './audit.service.ts';

export const auditRoutes: Routes = (register, ctx) => {
  register(contract.listAudit, async ({ query, reply }) => {
    const { entries, next } = await listAudit(ctx, query);
    if (next) reply.header('x-next-before', next);
    return entries;
  });

  register(contract.recordExport, async ({ body: { name, rows }, actor }) => {
    const target = { kind: 'export', id: name, label: name };
    ctx.auditEvents.note({ ...actor, action: 'data.export', target, detail: { rows } });
    return { message: messages.exportRecorded };
  });
};
