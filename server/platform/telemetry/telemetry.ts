import { performance } from 'node:perf_hooks';
import type * as Prometheus from 'prom-client';
import type { Config } from '../../settings/config.ts';

/** Seconds. */
const requestBuckets = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const queryBuckets = [0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5];
const groupBuckets = [1, 2, 5, 10, 20, 50, 100, 200];

const kinds = /^\s*(select|insert|update|delete|with|begin|start|commit|rollback)\b/i;
/** The kind of a statement, its first word; `other` for one of the rest. */
const kindOf = (sql: string) => kinds.exec(sql)?.[1]?.toLowerCase() ?? 'other';

const outcomeOf = (failed: boolean) => (failed ? 'failed' : 'ok');
const secondsSince = (from: number) => (performance.now() - from) / 1000;

/** What the server measures of its own work. Instants are of `performance.now()`. */
function measure({ Counter, Histogram, Registry }: typeof Prometheus) {
  const registry = new Registry();
  const registers = [registry];
  const histogram = (name: string, help: string, labelNames: string[], buckets = requestBuckets) =>
    new Histogram({ name, help, labelNames, buckets, registers });
  const requests = histogram(
    'http_request_duration_seconds',
    'Time from the first byte of a request to the end of its response.',
    ['method', 'route', 'status'],
  );
  const responses = new Counter({
    name: 'http_responses_total',
    help: 'Responses by exact status.',
    labelNames: ['status'],
    registers,
  });
  const queries = histogram(
    'headrack_database_query_seconds',
    'Queries by kind of statement, without the wait for a connection.',
    ['statement', 'outcome'],
    queryBuckets,
  );
  const commits = histogram(
    'headrack_database_commit_seconds',
    'SQLite: commits, each synced to the disk.',
    [],
    queryBuckets,
  );
  const commitGroups = histogram(
    'headrack_database_commit_transactions',
    'SQLite: transactions that shared a commit.',
    [],
    groupBuckets,
  );
  const operations = ['operation', 'outcome'];
  const timed = {
    storage: histogram('headrack_storage_seconds', 'Operations on stored files.', operations),
    mail: histogram('headrack_mail_seconds', 'Deliveries of mails.', operations),
  };
  const socketEvents = histogram(
    'headrack_socket_event_seconds',
    'Events that pages sent over their sockets.',
    ['event', 'outcome'],
  );

  function request(method: string, route: string, status: number, seconds: number): void {
    requests.observe({ method, route, status: `${Math.floor(status / 100)}xx` }, seconds);
    responses.inc({ status });
  }

  return {
    registry,
    request,
    /** A request that was answered from the cache before the framework saw it. */
    repeated(status: number, from: number): void {
      request('any', 'repeated', status, secondsSince(from));
    },
    query(sql: string, from: number, failed: boolean): void {
      queries.observe({ statement: kindOf(sql), outcome: outcomeOf(failed) }, secondsSince(from));
    },
    commit(transactions: number, from: number): void {
      commits.observe(secondsSince(from));
      commitGroups.observe(transactions);
    },
    socketEvent(event: string, from: number, failed: boolean): void {
      socketEvents.observe({ event, outcome: outcomeOf(failed) }, secondsSince(from));
    },
    /** Runs an operation of storage or mail; an error that `isExpected` is no failure of it. */
    async time<T>(
      of: keyof typeof timed,
      operation: string,
      work: () => Promise<T>,
      isExpected: (error: unknown) => boolean = () => false,
    ): Promise<T> {
      const from = performance.now();
      let failed = false;
      try {
        return await work();
      } catch (error) {
        failed = !isExpected(error);
        throw error;
      } finally {
        timed[of].observe({ operation, outcome: outcomeOf(failed) }, secondsSince(from));
      }
    },
  };
}

export type Telemetry = ReturnType<typeof measure>;

/** Null, so that nothing is measured and prom-client isn't loaded, unless METRICS_PORT is set. */
export async function openTelemetry({
  metricsPort,
}: Pick<Config, 'metricsPort'>): Promise<Telemetry | null> {
  return metricsPort === null ? null : measure(await import('prom-client'));
}
