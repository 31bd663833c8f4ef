import { Kysely, PostgresDialect } from 'kysely';
import type { Tables } from './tables/tables.ts';

/** Opens a pool for PostgreSQL 15 or newer, with timeouts so that no query or lock hangs a request. */
export async function openPostgres(url: string): Promise<Kysely<Tables>> {
  const { default: pg } = await import('pg');
  const number = (text: string) => Number(text);
  const pool = new pg.Pool({
    connectionString: url,
    max: 20,
    connectionTimeoutMillis: 2_000,
    statement_timeout: 5_000,
    lock_timeout: 3_000,
    idle_in_transaction_session_timeout: 10_000,
    // Client-side timeout for half-open connections.
    query_timeout: 6_000,
    keepAlive: true,
    application_name: 'headrack',
    types: {
      // Parse int8 (counts, sizes) and numeric as numbers; dates are text columns.
      getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
        oid === pg.types.builtins.INT8 || oid === pg.types.builtins.NUMERIC
          ? number
          : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
    },
  });
  // The pool replaces dead connections on the next query. Unhandled, these events would crash the process:
  // the pool's for an idle connection, the client's for one in use.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}
