import * as z from 'zod/mini';
import { browserErrorKinds } from './wire/browser-errors.ts';
import { endpoint } from './wire/endpoint.ts';
import { done, instant } from './wire/fields.ts';

export const statusParts = [
  'database',
  'storage',
  'disk',
  'mail',
  'backups',
  'clock',
  'deletions',
] as const;

const part = z.object({
  name: z.enum(statusParts),
  /** What is wrong and what to do; empty when it works. */
  problems: z.array(z.string()),
  /** What else to know; '' for nothing. */
  note: z.string(),
  /** False for a part that the settings leave out. */
  is_set_up: z.boolean(),
});
export type StatusPart = z.output<typeof part>;

const task = z.object({
  name: z.string(),
  /** The end of its last run; null when it hasn't run yet. */
  ended_at: z.nullable(instant),
  /** How long that run took. */
  seconds: z.nullable(z.number()),
  state: z.enum(['waiting', 'fine', 'failed', 'stuck']),
});

const browserError = z.object({
  kind: z.enum(browserErrorKinds),
  message: z.string(),
  /** The first part of the page's path. */
  page: z.string(),
  /** The version of the page's scripts. */
  build: z.string(),
  /** How often it was reported, at most 20 times a minute. */
  count: z.int(),
  last_at: instant,
  /** The last call that had failed on that page; '' for none. */
  request_id: z.string(),
});

const status = z.object({
  /** The version of the release. */
  release: z.string(),
  /** When this node started. Tasks and connections are its own, too. */
  started_at: instant,
  connections: z.int(),
  waiting_mail: z.int(),
  unsent_mail: z.int(),
  parts: z.array(part),
  tasks: z.array(task),
  /** The last 20 errors that pages reported to this node in 24 hours, the newest first. */
  browser_errors: z.array(browserError),
});
export type SystemStatus = z.output<typeof status>;

export const systemStatus = endpoint({
  name: 'systemStatus',
  method: 'GET',
  path: '/api/status',
  access: 'admin',
  summary:
    'How the installation works: version, database, storage, disk, mail, backups and clock with their problems, what is deleted next, waiting mail, open pages, the last run of each background task, and the last errors of pages in browsers, of the node that responds.',
  status: 200,
  reply: status,
});

export const confirmClock = endpoint({
  name: 'confirmClock',
  method: 'POST',
  path: '/api/status/clock',
  access: 'admin',
  summary:
    'Confirms what the clock of the server says now, after it jumped or was a week past the newest record. Sweeps and deletions by age, which had stopped, go on; deletions are announced again a day before.',
  status: 200,
  reply: done,
});
