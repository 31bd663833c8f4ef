import type { Pool, PoolClient } from 'pg';

/** How often (ms) the connection that listens is asked whether it still does. */
const pulse = 5_000;

interface Listeners {
  /** It listens again after a time without: what was said meanwhile has passed by. */
  onGap: () => void;
  onError: (error: Error) => void;
}

export interface Listening {
  /** `connect()` hands out the connection that listens, `query()` uses another, one statement after the other. */
  pool: Pool;
  /** Resolves after the first `connect()`, whether it listens or could not. */
  tried: Promise<void>;
}

type Taken = (
  error: Error | undefined,
  client: PoolClient | undefined,
  done: (release?: unknown) => void,
) => void;

/** Two connections of their own for processes that talk through NOTIFY. */
export async function openListening(
  url: string,
  channel: string,
  { onGap, onError }: Listeners,
): Promise<Listening> {
  const { default: pg } = await import('pg');
  const { promise: tried, resolve: hasTried } = Promise.withResolvers<void>();
  let hasListened = false;

  async function listen(client: PoolClient): Promise<PoolClient> {
    const { release } = client;
    let isHeld = true;
    // Who holds it does not give it back when it breaks, and the pool would count it for ever.
    const letGo = () => {
      clearInterval(timer);
      if (isHeld) release(true);
      isHeld = false;
    };
    // A line can be dead without anybody saying so.
    const timer = setInterval(() => client.query('select 1').catch(letGo), pulse);
    client.release = letGo;
    client.once('end', letGo);
    // Unheard, this event would end the process.
    client.on('error', onError);
    try {
      await client.query(`listen "${channel}"`);
    } catch (error) {
      letGo();
      throw error;
    }
    if (hasListened) onGap();
    hasListened = true;
    return client;
  }

  class ListeningPool extends pg.Pool {
    override connect(): Promise<PoolClient>;
    override connect(taken: Taken): void;
    override connect(taken?: Taken): Promise<PoolClient> | undefined {
      if (!taken) return super.connect().then(listen).finally(hasTried);
      super.connect(taken);
      return undefined;
    }
  }

  const pool = new ListeningPool({
    connectionString: url,
    max: 2,
    // What is said waits here for its turn, also while the database has much to do.
    connectionTimeoutMillis: 5_000,
    statement_timeout: 5_000,
    query_timeout: 6_000,
    keepAlive: true,
    application_name: 'headrack nodes',
  });
  // An idle connection that dies is replaced on the next query.
  pool.on('error', () => {});
  return { pool, tried };
}
