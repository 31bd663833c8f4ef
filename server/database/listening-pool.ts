import type { Pool, PoolClient } from 'pg';

const healthCheckMs = 5_000;

interface Listeners {
  /** The pool listens again after an interruption; notifications in between are lost. */
  onGap: () => void;
  onError: (error: Error) => void;
}

export interface ListeningPool {
  /** `connect()` returns the listening connection; `query()` uses another one. */
  pool: Pool;
  /** Resolves after the first `connect()`, whether it succeeded or not. */
  tried: Promise<void>;
}

type ConnectCallback = (
  error: Error | undefined,
  client: PoolClient | undefined,
  done: (release?: unknown) => void,
) => void;

/** Opens two extra connections, for nodes that communicate through NOTIFY. */
export async function openListening(
  url: string,
  channel: string,
  { onGap, onError }: Listeners,
): Promise<ListeningPool> {
  const { default: pg } = await import('pg');
  const { promise: tried, resolve: hasTried } = Promise.withResolvers<void>();
  let hasListened = false;

  async function listen(client: PoolClient): Promise<PoolClient> {
    const { release } = client;
    let isReleased = false;
    // The adapter does not release a broken connection, so the pool would count it forever.
    const releaseOnce = () => {
      clearInterval(timer);
      if (!isReleased) release(true);
      isReleased = true;
    };
    // Detects connections that died without an error.
    const timer = setInterval(() => client.query('select 1').catch(releaseOnce), healthCheckMs);
    client.release = releaseOnce;
    client.once('end', releaseOnce);
    // Unhandled, this event would crash the process.
    client.on('error', onError);
    try {
      await client.query(`listen "${channel}"`);
    } catch (error) {
      releaseOnce();
      throw error;
    }
    if (hasListened) onGap();
    hasListened = true;
    return client;
  }

  class NotifyPool extends pg.Pool {
    override connect(): Promise<PoolClient>;
    override connect(callback: ConnectCallback): void;
    override connect(callback?: ConnectCallback): Promise<PoolClient> | undefined {
      if (!callback) return super.connect().then(listen).finally(hasTried);
      super.connect(callback);
      return undefined;
    }
  }

  const pool = new NotifyPool({
    connectionString: url,
    max: 2,
    // Notifications queue here, even when the database is slow.
    connectionTimeoutMillis: 5_000,
    statement_timeout: 5_000,
    query_timeout: 6_000,
    keepAlive: true,
    application_name: 'headrack nodes',
  });
  // The pool replaces an idle connection that died on the next query.
  pool.on('error', () => {});
  return { pool, tried };
}
