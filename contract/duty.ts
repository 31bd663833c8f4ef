import * as z from 'zod/mini';
import { endpoint } from './wire/endpoint.ts';
import { done, idParams, instant, optionalWhole } from './wire/fields.ts';

/** Sent without a payload to everyone when someone is on duty or no longer. */
export const dutyEvent = 'duty';

const duty = z.object({
  /** The admin. */
  user_id: z.int(),
  /** When it ends by itself. */
  until: instant,
});

export const listDuty = endpoint({
  name: 'listDuty',
  method: 'GET',
  path: '/api/duty',
  access: 'signed-in',
  summary: 'The admins who are on duty now.',
  status: 200,
  reply: z.array(duty),
});

export const updateDuty = endpoint({
  name: 'updateDuty',
  method: 'PUT',
  path: '/api/duty/{id}',
  access: 'admin',
  summary:
    'Sets an admin on duty until a time, by default until the office closes; while it is closed, until it opens.',
  params: idParams,
  body: z.object({
    /** Minutes after midnight on the company's clock; a time that has passed is of tomorrow. */
    until_minute: optionalWhole(0, 24 * 60 - 1),
  }),
  status: 200,
  reply: done,
});

export const deleteDuty = endpoint({
  name: 'deleteDuty',
  method: 'DELETE',
  path: '/api/duty/{id}',
  access: 'admin',
  summary: 'Sets an admin off duty.',
  params: idParams,
  status: 200,
  reply: done,
});
