import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { anyLine, idFilter, instant, optionalDate, page } from './fields.ts';

export const auditEntry = z.object({
  id: z.int(),
  at: instant,
  user_id: z.nullable(z.int()),
  /** '' for a visitor or the system. */
  username: z.string(),
  /** `noun.verb`. */
  action: z.string(),
  target_kind: z.string(),
  target_id: z.string(),
  ip: z.string(),
  detail: z.record(z.string(), z.unknown()),
});
export type AuditEntry = z.output<typeof auditEntry>;

export const listAudit = endpoint({
  name: 'listAudit',
  method: 'GET',
  path: '/api/audit',
  access: 'admin',
  summary: 'The audit log, newest first, 100 at a time unless told.',
  query: z.object({
    user_id: idFilter(),
    /** Part of the action. */
    action: z.optional(anyLine()),
    target_kind: z.optional(anyLine()),
    target_id: z.optional(anyLine()),
    /** Calendar dates in the company's zone, both included. */
    from: optionalDate(),
    to: optionalDate(),
    ...page,
  }),
  status: 200,
  reply: z.array(auditEntry),
  paged: true,
});
