import { createServer, type Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { ping } from '../database/open.ts';
import type { AppContext } from './app-context.ts';
import { readBackups } from './backups.ts';
import { spaceOf } from './disk-space.ts';
import { countUnsentMails } from './mail/outbox.queries.ts';
import type { TaskRun } from './tasks.ts';

type Observe = (
  request: { method: string; route: string; status: number },
  seconds: number,
) => void;

// Null unless METRICS_PORT is set: collecting costs memory and time.
let observe: Observe | null = null;

/** Whether each request is logged, not just the failed ones. */
export const isDebugging = ({ log }: FastifyInstance): boolean =>
  log.level === 'debug' || log.level === 'trace';

/** Observes a request that was answered before the framework saw it; `from` is of `performance.now()`. */
export function observeEarly(route: 'repeated' | 'refused', status: number, from: number): void {
  observe?.({ method: 'any', route, status }, (performance.now() - from) / 1000);
}

/** Logs each request at level debug and observes its duration, with the route's pattern and never the URL. */
export function watchRequests(app: FastifyInstance): void {
  const debug = isDebugging(app);
  app.addHook('onResponse', (request, reply, done) => {
    const failed = reply.statusCode >= 500;
    if (failed || debug || observe) {
      const route = request.routeOptions.url ?? 'none';
      const { method } = request;
      const status = reply.statusCode;
      observe?.({ method, route, status }, reply.elapsedTime / 1000);
      const ms = Math.round(reply.elapsedTime * 10) / 10;
      const line = { method, route, status, ms, user: request.user?.userId };
      if (failed) request.log.warn(line, 'request');
      else if (debug) request.log.debug(line, 'request');
    }
    done();
  });
}

type Watched = Pick<
  AppContext,
  | 'config'
  | 'db'
  | 'fileChecks'
  | 'now'
  | 'queryWait'
  | 'realtime'
  | 'responseCache'
  | 'storage'
  | 'tasks'
>;

/** Values of a metric, each with its labels. */
type Values = [labels: Record<string, string>, value: number][];

interface Reading {
  name: string;
  help: string;
  labelNames?: string[];
  read: () => Values | Promise<Values>;
}

const works = (call: Promise<unknown>): Promise<Values> =>
  call.then(
    () => [[{}, 1]],
    () => [[{}, 0]],
  );

function readingsOfBackups(backupDir: string): Reading[] {
  return [
    {
      name: 'headrack_backup_day_seconds',
      help: 'The day of the newest backup, in seconds since 1970.',
      read: async () => {
        const [newest] = (await readBackups(backupDir)).days;
        return newest ? [[{}, Date.parse(newest) / 1000]] : [];
      },
    },
    {
      name: 'headrack_backup_restorable',
      help: '1 when the last backup that was tried out could be restored.',
      read: async () => {
        const { lastTrial } = await readBackups(backupDir);
        return lastTrial ? [[{}, lastTrial.problem === null ? 1 : 0]] : [];
      },
    },
  ];
}

/** What is read from the server's parts at each scrape. */
function readingsOf(ctx: Watched): Reading[] {
  const { config, db, tasks, now } = ctx;
  const ofTasks = (read: (run: TaskRun) => number): Values =>
    [...tasks.runs].map(([task, run]) => [{ task }, read(run)]);
  return [
    {
      name: 'headrack_database_up',
      help: '1 when the database responds.',
      read: () => works(ping(db)),
    },
    {
      name: 'headrack_database_wait_seconds',
      help: 'How long a query would wait for a connection.',
      read: () => [[{}, ctx.queryWait(0) / 1000]],
    },
    {
      name: 'headrack_storage_up',
      help: '1 when the storage of files responds.',
      read: () => works(ctx.storage.ping()),
    },
    {
      name: 'headrack_damaged_files',
      help: 'Damaged files that this process has found.',
      read: () => [[{}, ctx.fileChecks.damaged]],
    },
    {
      name: 'headrack_disk_free_bytes',
      help: 'Free space on the disk of DATA_DIR.',
      read: async () => [[{}, (await spaceOf(config.dataDir)).free]],
    },
    ...(config.backupDir === null ? [] : readingsOfBackups(config.backupDir)),
    {
      name: 'headrack_sockets',
      help: 'Open connections of pages.',
      read: () => [[{}, ctx.realtime.connections]],
    },
    {
      name: 'headrack_response_cache_bytes',
      help: 'Public responses in memory.',
      read: () => [[{}, ctx.responseCache.bytes]],
    },
    {
      name: 'headrack_unsent_mails',
      help: 'Mails that wait to be sent, and those that could not be delivered.',
      labelNames: ['state'],
      read: async () => {
        const { waiting, failed } = await countUnsentMails(db, now().toISOString());
        return [
          [{ state: 'waiting' }, waiting],
          [{ state: 'failed' }, failed],
        ];
      },
    },
    {
      name: 'headrack_task_last_end_seconds',
      help: 'When the last run of a task ended, in seconds since 1970.',
      labelNames: ['task'],
      read: () => ofTasks(({ endedAt }) => endedAt.getTime() / 1000),
    },
    {
      name: 'headrack_task_duration_seconds',
      help: 'How long the last run of a task took.',
      labelNames: ['task'],
      read: () => ofTasks(({ seconds }) => seconds),
    },
    {
      name: 'headrack_task_failed',
      help: '1 when the last run of a task failed.',
      labelNames: ['task'],
      read: () => ofTasks(({ failed }) => Number(failed)),
    },
    {
      name: 'headrack_task_stuck',
      help: '1 while the run of a task is over its limit.',
      labelNames: ['task'],
      read: () => tasks.stuck.map((task) => [{ task }, 1]),
    },
  ];
}

/** Serves metrics as Prometheus text on their own port. */
export async function serveMetrics(ctx: Watched, port: number): Promise<Server> {
  const { collectDefaultMetrics, Gauge, Histogram, Registry } = await import('prom-client');
  const registry = new Registry();
  const registers = [registry];
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the first byte of a request to the end of its response.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  observe = (labels, seconds) => duration.observe(labels, seconds);
  collectDefaultMetrics({ register: registry });
  for (const { name, help, labelNames = [], read } of readingsOf(ctx)) {
    new Gauge({
      ...{ name, help, labelNames, registers },
      async collect() {
        this.reset();
        // Without its values rather than without all metrics, while the database is down.
        const values = await Promise.try(read).catch((): Values => []);
        for (const [labels, value] of values) this.set(labels, value);
      },
    });
  }
  const server = createServer(async (request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-type': registry.contentType }).end(await registry.metrics());
  });
  server.once('close', () => {
    observe = null;
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, ctx.config.host, resolve);
  });
  return server;
}
