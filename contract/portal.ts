import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/** Counts of the rail and the header. */
export const badges = endpoint({
  name: 'badges',
  method: 'GET',
  path: '/api/badges',
  access: 'signed-in',
  summary:
    'What waits for the caller: unread notices; for admins new inquiries and applications not yet looked at.',
  status: 200,
  reply: z.object({
    unread_notices: z.int(),
    new_inquiries: z.int(),
    new_applications: z.int(),
  }),
});

/** Says that the caller has looked at the applications. */
export const seeApplications = endpoint({
  name: 'seeApplications',
  method: 'POST',
  path: '/api/applications/seen',
  access: 'admin',
  summary: 'The applications so far are no longer new to the caller.',
  status: 204,
});

export const unreadTotal = endpoint({
  name: 'unreadTotal',
  method: 'GET',
  path: '/api/messages/unread-total',
  access: 'signed-in',
  summary: 'How many chat messages the caller has not read.',
  status: 200,
  reply: z.object({ total_unread: z.int() }),
});
