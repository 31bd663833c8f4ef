import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

/** Waits until no other client is connected: PostgreSQL takes a moment to roll back a dead client's transactions. */
export async function waitForQuiet(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const others =
    'select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()';
  while ((await client.query(others)).rows.length > 0) await pause(20);
  await client.end();
}
