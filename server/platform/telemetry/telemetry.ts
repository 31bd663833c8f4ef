import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../../config.ts';
import type { DatabaseObserver } from '../../database/observer.ts';
import { Counter, Histogram } from './histogram.ts';
import { kindOf } from './statements.ts';
import type { Tracer } from './tracer.ts';

/** Seconds. */
const requestBounds = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const queryBounds = [0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5];
const groupBounds = [1, 2, 5, 10, 20, 50, 100, 200];

const classOf = (status: number) => `${Math.floor(status / 100)}xx`;
const outcomeOf = (failed: boolean) => (failed ? 'failed' : 'ok');

type Timed = 'storage' | 'mail';

/** What the server measures of its own work, for metrics and traces. */
export class Telemetry implements DatabaseObserver {
  readonly requests = new Histogram(requestBounds);
  readonly responses = new Counter();
  readonly queries = new Histogram(queryBounds);
  readonly commits = new Histogram(queryBounds);
  readonly commitGroups = new Histogram(groupBounds);
  readonly storage = new Histogram(requestBounds);
  readonly mail = new Histogram(requestBounds);
  readonly socketEvents = new Histogram(requestBounds);
  /** Null unless OTEL_EXPORTER_OTLP_ENDPOINT is set. */
  readonly tracer: Tracer | null;

  constructor(tracer: Tracer | null = null) {
    this.tracer = tracer;
  }

  request(method: string, route: string, status: number, seconds: number): void {
    const labels = `method="${method}",route="${route}",status="${classOf(status)}"`;
    this.requests.series(labels).observe(seconds);
    this.responses.add(`status="${status}"`);
  }

  /** A request that was answered before the framework saw it; `from` is of `performance.now()`. */
  early(route: 'repeated' | 'refused', status: number, from: number): void {
    this.request('any', route, status, (performance.now() - from) / 1000);
  }

  query = (sql: string, from: number, failed: boolean): void => {
    const labels = `statement="${kindOf(sql)}",outcome="${outcomeOf(failed)}"`;
    this.queries.series(labels).observe((performance.now() - from) / 1000);
    this.tracer?.query(sql, from, failed);
  };

  commit = (transactions: number, from: number): void => {
    this.commits.series('').observe((performance.now() - from) / 1000);
    this.commitGroups.series('').observe(transactions);
  };

  socketEvent(event: string, from: number, failed: boolean): void {
    const labels = `event="${event}",outcome="${outcomeOf(failed)}"`;
    this.socketEvents.series(labels).observe((performance.now() - from) / 1000);
  }

  /** Runs an operation of storage or mail; an error that `isExpected` is no failure of it. */
  async time<T>(
    of: Timed,
    operation: string,
    work: () => Promise<T>,
    isExpected: (error: unknown) => boolean = () => false,
  ): Promise<T> {
    const from = performance.now();
    let failed = false;
    const run = async () => {
      try {
        return await work();
      } catch (error) {
        failed = !isExpected(error);
        throw error;
      } finally {
        const labels = `operation="${operation}",outcome="${outcomeOf(failed)}"`;
        this[of].series(labels).observe((performance.now() - from) / 1000);
      }
    };
    return this.tracer ? this.tracer.time(`${of} ${operation}`, run, () => failed) : run();
  }
}

/** Null, so that nothing is measured, unless metrics or traces are asked for. */
export async function openTelemetry(
  { metricsPort, tracing, databaseUrl }: Pick<Config, 'metricsPort' | 'tracing' | 'databaseUrl'>,
  log: FastifyBaseLogger,
): Promise<Telemetry | null> {
  if (metricsPort === null && tracing === null) return null;
  if (tracing === null) return new Telemetry();
  const { Tracer } = await import('./tracer.ts');
  return new Telemetry(new Tracer(tracing, databaseUrl === null ? 'sqlite' : 'postgresql', log));
}
