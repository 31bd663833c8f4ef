import { stat } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { ping, sqliteFile } from '../../database/open.ts';
import type { AppContext } from '../app-context.ts';
import { readBackups } from '../backups/backups.ts';
import { countUnsentMails } from '../mail/outbox.queries.ts';
import { spaceOf } from '../runtime/disk-space.ts';
import type { TaskRun } from '../runtime/tasks.ts';

/** The value now, by the values of the label if there is one; null: none. */
type Values = number | null | Iterable<readonly [label: string, value: number]>;
type Read = () => Values | Promise<Values>;

/** Adds a metric that is read at each scrape. */
type Add = (name: string, help: string, read: Read, label?: string) => void;
interface Adders {
  gauge: Add;
  counter: Add;
}

/** What a gauge and a counter of prom-client have in common. */
interface Shown {
  reset(): void;
  remove(): void;
  inc(labels: Record<string, string>, value: number): void;
}

/** Shows what is read now, nothing while its part is down. */
async function show(metric: Shown, read: Read, label: string | undefined): Promise<void> {
  const found = await Promise.try(read).catch(() => null);
  metric.reset();
  // A metric without labels begins with 0.
  if (label === undefined) metric.remove();
  if (typeof found === 'number') metric.inc({}, found);
  else for (const [text, value] of found ?? []) metric.inc({ [label ?? '']: text }, value);
}

const works = (call: Promise<unknown>): Promise<number> =>
  call.then(
    () => 1,
    () => 0,
  );

function addDatabase({ config, db, poolCounts, queryWait }: AppContext, { gauge }: Adders): void {
  gauge('headrack_database_up', '1 when the database responds.', () => works(ping(db)));
  gauge(
    'headrack_database_wait_seconds',
    'How long a query would wait for a connection.',
    () => queryWait() / 1000,
  );
  if (poolCounts) {
    gauge(
      'headrack_database_connections',
      'PostgreSQL: connections of the pool, and queries that wait for one.',
      () => Object.entries(poolCounts()),
      'state',
    );
  } else {
    gauge(
      'headrack_database_wal_bytes',
      'SQLite: size of the write-ahead log.',
      async () => (await stat(join(config.dataDir, `${sqliteFile}-wal`))).size,
    );
  }
}

function addFiles(
  { config, fileChecks, now, storage }: AppContext,
  { gauge, counter }: Adders,
): void {
  const { backupDir, dataDir } = config;
  gauge('headrack_storage_up', '1 when the storage of files responds.', () =>
    works(storage.ping()),
  );
  gauge(
    'headrack_storage_paused',
    '1 while operations are refused at once, because the last ones failed.',
    () => Number(storage.isPaused ?? false),
  );
  gauge(
    'headrack_damaged_files',
    'Damaged files that this process has found.',
    () => fileChecks.damaged,
  );
  gauge(
    'headrack_disk_free_bytes',
    'Free space on the disk of DATA_DIR.',
    async () => (await spaceOf(dataDir)).free,
  );
  if (backupDir !== null) addBackups(backupDir, now, { gauge, counter });
}

function addBackups(backupDir: string, now: () => Date, { gauge }: Adders): void {
  const backupsNow = () => readBackups(backupDir, now());
  gauge(
    'headrack_backup_day_seconds',
    'The day of the newest backup, in seconds since 1970.',
    async () => {
      const [newest] = (await backupsNow()).days;
      return newest ? Date.parse(newest) / 1000 : null;
    },
  );
  gauge(
    'headrack_backup_restorable',
    '1 when the last backup that was tried out could be restored.',
    async () => {
      const { lastTrial } = await backupsNow();
      return lastTrial && Number(lastTrial.problem === null);
    },
  );
}

function addTasks({ tasks }: AppContext, { gauge, counter }: Adders): void {
  const of = (add: Add, name: string, help: string, read: (run: TaskRun) => number) =>
    add(name, help, () => [...tasks.runs].map(([task, run]) => [task, read(run)] as const), 'task');
  of(
    gauge,
    'headrack_task_last_end_seconds',
    'When the last run of a task ended, in seconds since 1970.',
    ({ endedAt }) => endedAt.getTime() / 1000,
  );
  of(
    gauge,
    'headrack_task_duration_seconds',
    'How long the last run of a task took.',
    ({ seconds }) => seconds,
  );
  of(gauge, 'headrack_task_failed', '1 when the last run of a task failed.', ({ failed }) =>
    Number(failed),
  );
  gauge(
    'headrack_task_stuck',
    '1 while the run of a task is over its limit.',
    () => tasks.stuck.map((task) => [task, 1] as const),
    'task',
  );
  of(counter, 'headrack_task_runs_total', 'Runs of a task.', ({ total }) => total.runs);
  of(
    counter,
    'headrack_task_failures_total',
    'Runs of a task that failed.',
    ({ total }) => total.failures,
  );
  of(
    counter,
    'headrack_task_seconds_total',
    'Time that the runs of a task took.',
    ({ total }) => total.seconds,
  );
}

/** Adds the state of the server's parts. */
function addPartMetrics(ctx: AppContext, adders: Adders): void {
  const { browserErrors, db, now, realtime, responseCache } = ctx;
  const { gauge, counter } = adders;
  addDatabase(ctx, adders);
  addFiles(ctx, adders);
  counter(
    'headrack_browser_errors_total',
    'Errors that pages reported.',
    () => browserErrors.counts,
    'kind',
  );
  counter(
    'headrack_event_loop_active_seconds_total',
    'Time that the event loop worked; its rate is the utilization.',
    () => performance.eventLoopUtilization().active / 1000,
  );
  gauge('headrack_sockets', 'Open connections of pages.', () => realtime.connections);
  gauge('headrack_response_cache_bytes', 'Public responses in memory.', () => responseCache.bytes);
  counter(
    'headrack_response_cache_requests_total',
    'Requests that the responses in memory answered, and those that had to build one.',
    () => Object.entries(responseCache.requests),
    'result',
  );
  gauge(
    'headrack_unsent_mails',
    'Mails that wait to be sent, and those that could not be delivered.',
    async () => Object.entries(await countUnsentMails(db, now().toISOString())),
    'state',
  );
  addTasks(ctx, adders);
}

/** Serves metrics as Prometheus text on METRICS_PORT; null without it. */
export async function serveMetrics(ctx: AppContext): Promise<Server | null> {
  const { metricsPort, host } = ctx.config;
  if (metricsPort === null || !ctx.telemetry) return null;
  const { registry } = ctx.telemetry;
  const { collectDefaultMetrics, Counter, Gauge } = await import('prom-client');
  collectDefaultMetrics({ register: registry });
  const adder = (Metric: typeof Counter | typeof Gauge) => {
    return (name: string, help: string, read: Read, label?: string) => {
      const metric: Shown = new Metric({
        name,
        help,
        labelNames: label === undefined ? [] : [label],
        registers: [registry],
        collect: () => show(metric, read, label),
      });
    };
  };
  addPartMetrics(ctx, { gauge: adder(Gauge), counter: adder(Counter) });
  const server = createServer(async (request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    const text = await registry.metrics();
    response.writeHead(200, { 'content-type': registry.contentType }).end(text);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(metricsPort, host, resolve);
  });
  return server;
}
