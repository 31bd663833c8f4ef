import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ping, sqliteFile } from '../../database/open.ts';
import type { AppContext } from '../app-context.ts';
import { readBackups } from '../backups.ts';
import { spaceOf } from '../disk-space.ts';
import { countUnsentMails } from '../mail/outbox.queries.ts';
import type { TaskRun } from '../tasks.ts';
import type { Lines } from './histogram.ts';
import { by, counter, gauge, type Metric, one } from './metric.ts';

/** The parts of the server that are read at each scrape. */
export type Watched = Pick<
  AppContext,
  | 'browserErrors'
  | 'config'
  | 'db'
  | 'fileChecks'
  | 'now'
  | 'poolCounts'
  | 'queryWait'
  | 'realtime'
  | 'responseCache'
  | 'storage'
  | 'tasks'
>;

const works = (call: Promise<unknown>): Promise<Lines> =>
  call.then(
    () => one(1),
    () => one(0),
  );

function metricsOfDatabase({ config, db, poolCounts, queryWait }: Watched): Metric[] {
  return [
    gauge('headrack_database_up', '1 when the database responds.', () => works(ping(db))),
    gauge('headrack_database_wait_seconds', 'How long a query would wait for a connection.', () =>
      one(queryWait(0) / 1000),
    ),
    poolCounts
      ? gauge(
          'headrack_database_connections',
          'PostgreSQL: connections of the pool, and queries that wait for one.',
          () => by('state', Object.entries(poolCounts())),
        )
      : gauge('headrack_database_wal_bytes', 'SQLite: size of the write-ahead log.', async () =>
          one((await stat(join(config.dataDir, `${sqliteFile}-wal`))).size),
        ),
  ];
}

function metricsOfFiles({ config, fileChecks, now, storage }: Watched): Metric[] {
  const { backupDir, dataDir } = config;
  return [
    gauge('headrack_storage_up', '1 when the storage of files responds.', () =>
      works(storage.ping()),
    ),
    gauge(
      'headrack_storage_paused',
      '1 while operations are refused at once, because the last ones failed.',
      () => one(Number(storage.isPaused ?? false)),
    ),
    gauge('headrack_damaged_files', 'Damaged files that this process has found.', () =>
      one(fileChecks.damaged),
    ),
    gauge('headrack_disk_free_bytes', 'Free space on the disk of DATA_DIR.', async () =>
      one((await spaceOf(dataDir)).free),
    ),
    ...(backupDir === null ? [] : metricsOfBackups(backupDir, now)),
  ];
}

function metricsOfBackups(backupDir: string, now: () => Date): Metric[] {
  const backupsNow = () => readBackups(backupDir, now());
  return [
    gauge(
      'headrack_backup_day_seconds',
      'The day of the newest backup, in seconds since 1970.',
      async () => {
        const [newest] = (await backupsNow()).days;
        return newest ? one(Date.parse(newest) / 1000) : [];
      },
    ),
    gauge(
      'headrack_backup_restorable',
      '1 when the last backup that was tried out could be restored.',
      async () => {
        const { lastTrial } = await backupsNow();
        return lastTrial ? one(lastTrial.problem === null ? 1 : 0) : [];
      },
    ),
  ];
}

function metricsOfTasks({ tasks }: Watched): Metric[] {
  const of = (read: (run: TaskRun) => number) => () =>
    by(
      'task',
      [...tasks.runs].map(([task, run]) => [task, read(run)] as [string, number]),
    );
  return [
    gauge(
      'headrack_task_last_end_seconds',
      'When the last run of a task ended, in seconds since 1970.',
      of(({ endedAt }) => endedAt.getTime() / 1000),
    ),
    gauge(
      'headrack_task_duration_seconds',
      'How long the last run of a task took.',
      of(({ seconds }) => seconds),
    ),
    gauge(
      'headrack_task_failed',
      '1 when the last run of a task failed.',
      of(({ failed }) => Number(failed)),
    ),
    gauge('headrack_task_stuck', '1 while the run of a task is over its limit.', () =>
      by(
        'task',
        tasks.stuck.map((task) => [task, 1] as [string, number]),
      ),
    ),
    counter(
      'headrack_task_runs_total',
      'Runs of a task.',
      of(({ total }) => total.runs),
    ),
    counter(
      'headrack_task_failures_total',
      'Runs of a task that failed.',
      of(({ total }) => total.failures),
    ),
    counter(
      'headrack_task_seconds_total',
      'Time that the runs of a task took.',
      of(({ total }) => total.seconds),
    ),
  ];
}

/** The state of the server's parts. */
export function metricsOfParts(ctx: Watched): Metric[] {
  const { browserErrors, db, now, realtime, responseCache } = ctx;
  return [
    ...metricsOfDatabase(ctx),
    ...metricsOfFiles(ctx),
    counter(
      'headrack_browser_errors_total',
      'Errors that pages reported.',
      browserErrors.counts.lines,
    ),
    gauge('headrack_sockets', 'Open connections of pages.', () => one(realtime.connections)),
    gauge('headrack_response_cache_bytes', 'Public responses in memory.', () =>
      one(responseCache.bytes),
    ),
    counter(
      'headrack_response_cache_requests_total',
      'Requests that the responses in memory answered, and those that had to build one.',
      () => by('result', Object.entries(responseCache.requests)),
    ),
    gauge(
      'headrack_unsent_mails',
      'Mails that wait to be sent, and those that could not be delivered.',
      async () => by('state', Object.entries(await countUnsentMails(db, now().toISOString()))),
    ),
    ...metricsOfTasks(ctx),
  ];
}
