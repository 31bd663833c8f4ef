import { Kysely, PostgresDialect, PostgresDriver } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { type DatabaseObserver, observed } from './observer.ts';
import type { Tables } from './tables/tables.ts';

type PostgresConfig = ConstructorParameters<typeof PostgresDriver>[0];
type Begin = Parameters<PostgresDriver['beginTransaction']>;
type Connection = Parameters<PostgresDriver['rollbackTransaction']>[0];

class Driver extends PostgresDriver {
  override async beginTransaction(...[connection, settings]: Begin): Promise<void> {
    try {
      await super.beginTransaction(connection, settings);
    } catch (error) {
      // It may have begun, after its timeout. Kysely wouldn't roll it back, and the next query of the connection would
      // run inside it, never committed. Without an answer the rollback makes the pool discard the connection.
      await this.rollbackTransaction(connection as Connection).catch(() => {});
      throw error;
    }
  }
}

class Dialect extends PostgresDialect {
  readonly #config: PostgresConfig;

  constructor(config: PostgresConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): Driver {
    return new Driver(this.#config);
  }
}

/** How long (ms) a query waits for its answer: longer than the server lets a statement run. */
const answerMs = 6_000;
/** How long (ms) an idle connection counts as alive; after that it is checked before it is used. */
const trustMs = 250;
/** Half of the time for the check, the rest for a new connection when it fails. */
const checkMs = 1_000;
/** How long (ms) a call waits for a connection. */
export const connectMs = 2_000;

const defaultLockTimeoutMs = 3_000;
/**
 * How long (ms) a migration waits for the lock of a table. Requests wait behind it meanwhile; after a second PostgreSQL
 * looks for deadlocks, and could end a request instead.
 */
const upgradeLockTimeoutMs = 500;

/** Uses after which a query is prepared, and how many are: each takes about 40 kB in every connection. */
const [prepareAfter, maxPrepared] = [5, 100];
const useCounts = new Map<string, number>();
const statementNames = new Map<string, string | undefined>();

/** The name under which PostgreSQL parses a frequent query once per connection. */
function statementNameOf(text: string): string | undefined {
  if (statementNames.has(text) || statementNames.size >= maxPrepared) {
    return statementNames.get(text);
  }
  const uses = (useCounts.get(text) ?? 0) + 1;
  // Rows and lists of any number make ever new texts.
  if (useCounts.size > 1_000) useCounts.clear();
  useCounts.set(text, uses);
  if (uses > prepareAfter) statementNames.set(text, `q${statementNames.size}`);
  return undefined;
}

const allColumns = /(?<!\()\*/;

/** Runs a query with values; a frequent one is prepared, unless another node's migration could fail a transaction. */
async function runPrepared(
  query: (config: object) => Promise<unknown>,
  { text, values, isAlone }: { text: string; values: readonly unknown[]; isAlone: boolean },
): Promise<unknown> {
  const name = isAlone || !allColumns.test(text) ? statementNameOf(text) : undefined;
  try {
    return await query({ text, values, name });
  } catch (error) {
    const { code } = error as { code?: unknown };
    // A migration has added a column to what `*` returns.
    if (name === undefined || !isAlone || code !== '0A000') throw error;
    statementNames.set(text, undefined);
    return query({ text, values });
  }
}

/** Rejects when there is no answer within `ms`. */
type Query = (text: string, values: readonly unknown[], ms?: number | null) => Promise<unknown>;

/**
 * Returns `connect` for the pool, which never hands out a connection that the other side has forgotten: a lost network
 * or a failover leaves connections that accept queries and never answer.
 */
function connectChecked(
  pool: Pool,
  silenceMs: number | null,
  observer: DatabaseObserver | null,
): () => Promise<PoolClient> {
  const answeredAt = new WeakMap<PoolClient, number>();
  let lastSilence = Number.NEGATIVE_INFINITY;
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (config: object) => Promise<unknown>;
    const timedQuery: Query = async (text, values, ms = silenceMs) => {
      let isAnswered = false;
      const giveUp = () => {
        if (isAnswered) return;
        lastSilence = performance.now();
        // Rejects the query; otherwise the next one would wait behind it.
        void client.end();
      };
      // When the process stood still, timers run before the answer that has arrived is read.
      const timer = ms === null ? undefined : setTimeout(() => setImmediate(giveUp), ms);
      try {
        const isAlone = client.getTransactionStatus() === 'I';
        const run = () =>
          values.length > 0
            ? runPrepared(query, { text, values, isAlone })
            : query({ text, values });
        return await (observer ? observed(observer, text, run) : run());
      } finally {
        isAnswered = true;
        clearTimeout(timer);
      }
    };
    client.query = timedQuery as unknown as typeof client.query;
  });
  pool.on('release', (_error, client) => answeredAt.set(client, performance.now()));
  async function connectBy(deadline: number): Promise<PoolClient> {
    const client = await pool.connect();
    const answered = answeredAt.get(client) ?? performance.now();
    if (answered < lastSilence) {
      client.release(true);
      return connectBy(deadline);
    }
    if (performance.now() - answered <= trustMs) return client;
    try {
      await (client.query as unknown as Query)('select 1', [], checkMs);
      return client;
    } catch (error) {
      client.release(true);
      // A new connection shows whether the database is there.
      const left = deadline - performance.now();
      if (left <= 0) throw error;
      return inTime(connectBy(deadline), left, error);
    }
  }
  return () => connectBy(performance.now() + connectMs);
}

/** The connection, or the error after that time; a late one goes back to the pool. */
async function inTime(
  connecting: Promise<PoolClient>,
  ms: number,
  error: unknown,
): Promise<PoolClient> {
  let isLate = false;
  const timer = Promise.withResolvers<never>();
  const timeout = setTimeout(() => {
    isLate = true;
    timer.reject(error);
  }, ms);
  connecting.then(
    (client) => isLate && client.release(),
    () => {},
  );
  return Promise.race([connecting, timer.promise]).finally(() => clearTimeout(timeout));
}

/** Acquisitions that the pace of the pool is averaged over. */
const paceOver = 32;

/** Returns how long (ms) a query would wait for a connection. */
export type QueryWait = () => number;

function queryWaitOf(pool: Pool): QueryWait {
  let last = 0;
  let hasWaited = false;
  let pace = 0;
  pool.on('acquire', () => {
    const now = performance.now();
    if (hasWaited) pace += (now - last - pace) / paceOver;
    hasWaited = pool.waitingCount > 0;
    last = now;
  });
  return () =>
    pool.waitingCount === 0 ? 0 : Math.max(pool.waitingCount * pace, performance.now() - last);
}

/** Connections of the pool, and queries that wait for one. */
export type PoolCounts = () => { used: number; idle: number; waiting: number };

/**
 * Opens a pool for PostgreSQL 15 or newer, with timeouts so that no query or lock hangs a request.
 * `isUpgrade`: a statement may take any time.
 */
export async function openPostgres(
  url: string,
  {
    isUpgrade = false,
    silenceMs = answerMs,
    observer = null,
  }: { isUpgrade?: boolean; silenceMs?: number; observer?: DatabaseObserver | null } = {},
): Promise<{ db: Kysely<Tables>; queryWait: QueryWait; poolCounts: PoolCounts }> {
  const { default: pg } = await import('pg');
  const number = (text: string) => Number(text);
  const pool = new pg.Pool({
    connectionString: url,
    max: 20,
    connectionTimeoutMillis: connectMs,
    lock_timeout: isUpgrade ? upgradeLockTimeoutMs : defaultLockTimeoutMs,
    idle_in_transaction_session_timeout: 10_000,
    ...(!isUpgrade && { statement_timeout: 5_000 }),
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
  const connect = connectChecked(pool, isUpgrade ? null : silenceMs, observer);
  const dialect = new Dialect({ pool: { connect, end: () => pool.end(), options: pool.options } });
  const poolCounts = () => {
    const { totalCount, idleCount: idle, waitingCount: waiting } = pool;
    return { used: totalCount - idle, idle, waiting };
  };
  return { db: new Kysely<Tables>({ dialect }), queryWait: queryWaitOf(pool), poolCounts };
}
