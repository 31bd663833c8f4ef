import * as z from 'zod/mini';
import { endpoint } from './wire/endpoint.ts';
import { idFilter, instant, page } from './wire/fields.ts';

export const hoursKinds = ['pto', 'work'] as const;

/** One change of a balance; the balance is always the sum of its changes. */
export const ledgerEntry = z.object({
  id: z.int(),
  employee_id: z.int(),
  /** The employee's name; 'Unknown' where there is none. */
  name: z.string(),
  kind: z.enum(hoursKinds),
  /** Hours with at most 2 decimals. */
  before: z.number(),
  after: z.number(),
  /** '' without a reason. */
  reason: z.string(),
  /** The username of the admin; '' for an opening balance. */
  by: z.string(),
  at: instant,
});
export type LedgerEntry = z.output<typeof ledgerEntry>;

/** Sent without content to open pages whose hours may have changed: they reload. */
export const hoursEvent = 'hours';

export const listLedger = endpoint({
  name: 'listLedger',
  method: 'GET',
  path: '/api/hours/ledger',
  access: 'signed-in',
  summary:
    "Changes of hours, newest first: everyone's or one employee's for admins, their own for employees.",
  query: z.object({ employee_id: idFilter(), ...page }),
  status: 200,
  reply: z.array(ledgerEntry),
  paged: true,
});
