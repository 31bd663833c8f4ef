import type { Generated } from 'kysely';
import type { Schema } from '../migrations/steps.ts';

/** The sum of `count` says how often what visitors see has changed; on PostgreSQL only. */
export interface PublicChangesTable {
  count: Generated<number>;
}

/** Counts that must outlast a process: on PostgreSQL what nodes count together for their rate limits, and openings of export links. */
export interface LimitCountsTable {
  key: string;
  points: number;
  /** Milliseconds since 1970. */
  ends_at: number;
}

/** The first reply to each Idempotency-Key; kept for 15 days. */
export interface IdempotencyKeysTable {
  caller: string;
  call: string;
  key: string;
  body_sha256: string;
  status: number;
  /** JSON. */
  reply: string;
  created_at: string;
}

/** What the server remembers about this installation, such as whether sample data was created. */
export interface InstallationStateTable {
  name: string;
  value: string;
}

/** What visitors see; a change of one of these makes stored responses stale. */
const publicTables = ['jobs', 'posts', 'testimonials'];

export const platformSchema: Schema = {
  up: ({ int8, strict }) => [
    `create table idempotency_keys (
      caller text not null,
      call text not null,
      key text not null,
      body_sha256 text not null,
      status integer not null,
      reply text not null,
      created_at text not null,
      primary key (caller, call, key)
    ) ${strict}`,
    'create index idempotency_keys_age on idempotency_keys (created_at)',

    // Each change inserts a row of its own, so that writers don't wait for each other. Without a key: an index would
    // cost each write more than the row.
    `create table public_changes (count ${int8} not null default 1) ${strict}`,

    `create table limit_counts (
      key text primary key,
      points integer not null,
      ends_at ${int8} not null
    ) ${strict}`,

    `create table installation_state (
      name text primary key,
      value text not null
    ) ${strict}`,
  ],
  upPostgres: [
    // A count costs no sync, and a crash starts them again.
    'alter table limit_counts set unlogged',
    // Triggers, so that no write of an older node or of a command is missed. SQLite has one writing process.
    `create function count_public_change() returns trigger language plpgsql as $$
      begin insert into public_changes default values; return null; end $$`,
    ...publicTables.map(
      (table) => `create trigger ${table}_count_change
        after insert or update or delete or truncate on ${table}
        for each statement execute function count_public_change()`,
    ),
  ],
};
