import { Kysely, PostgresDialect } from 'kysely';
import type { Tables } from './tables.ts';

/** Opens a pool on PostgreSQL 15 or newer; no query and no lock may hang a request. */
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
    // A half-open connection answers nothing: give up on the client's side too.
    query_timeout: 6_000,
    keepAlive: true,
    application_name: 'headrack',
    types: {
      // int8 (counts, sizes) and numeric as numbers; dates are text columns and need no parser.
      getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
        oid === pg.types.builtins.INT8 || oid === pg.types.builtins.NUMERIC
          ? number
          : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
    },
  });
  // A connection that dies is replaced on the next query; unheard, these events would end the process:
  // the pool's for one that is idle, its own for one that is in use.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}
