import * as z from 'zod/mini';
import { endpoint } from './wire/endpoint.ts';
import { idFilter, instant, nullableLine, optionalDate, page } from './wire/fields.ts';

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
  /** The record's name at the time; '' when unknown. */
  label: z.string(),
  ip: z.string(),
  detail: z.record(z.string(), z.unknown()),
});
export type AuditEntry = z.output<typeof auditEntry>;

export const listAudit = endpoint({
  name: 'listAudit',
  method: 'GET',
  path: '/api/audit',
  access: 'admin',
  summary:
    'Lists the audit log, newest first, 100 entries by default. A page of a search can be shorter, even empty: X-Next-Before continues it.',
  query: z.object({
    user_id: idFilter(),
    /** Words of the action, the record or the user, ignoring case and accents. */
    q: z.optional(nullableLine()),
    /** Part of the stored action, such as `user.update`. */
    action: z.optional(nullableLine()),
    target_kind: z.optional(nullableLine()),
    target_id: z.optional(nullableLine()),
    /** Calendar dates in the company's time zone, inclusive. */
    from: optionalDate(),
    to: optionalDate(),
    ...page,
  }),
  status: 200,
  reply: z.array(auditEntry),
  paged: 100,
});
