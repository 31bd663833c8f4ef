import type { Step } from './steps.ts';

/** What visitors see; a change of one of these makes stored responses stale. */
const tables = ['jobs', 'posts', 'testimonials'];

/**
 * Counts the changes of what visitors see. Each change inserts a row of its own, so that writers don't wait for each
 * other. On PostgreSQL triggers do it, so that no write of an older node or of a command is missed. SQLite has one
 * writing process.
 */
export const publicChanges: Step = {
  name: '023-public-changes',
  // Without a key: an index would cost each write more than the row.
  up: ({ int8, strict }) => [
    `create table public_changes (count ${int8} not null default 1) ${strict}`,
  ],
  upPostgres: [
    `create function count_public_change() returns trigger language plpgsql as $$
      begin insert into public_changes default values; return null; end $$`,
    ...tables.map(
      (table) => `create trigger ${table}_count_change
        after insert or update or delete or truncate on ${table}
        for each statement execute function count_public_change()`,
    ),
  ],
};
