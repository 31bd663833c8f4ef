import type { Step } from './steps.ts';

/**
 * What nodes count together for their rate limits. Unlogged: a count costs no sync, and a crash of PostgreSQL starts
 * them again. SQLite has one process, which counts in its memory.
 */
export const limitCounts: Step = {
  name: '024-limit-counts',
  up: ({ int8, strict }) => [
    `create table limit_counts (
      key text primary key,
      points integer not null,
      ends_at ${int8} not null
    ) ${strict}`,
  ],
  upPostgres: ['alter table limit_counts set unlogged'],
};
