import { pino } from 'pino';
import { buildApp } from './app.ts';
import { openBackgroundTasks } from './background-tasks.ts';
import { createAppContext } from './create-app-context.ts';
import { refuseUnfinished } from './database/unfinished-copy.ts';
import { ensureFirstAdmin } from './features/users/users.service.ts';
import { announceSignIns } from './first-sign-ins.ts';
import { RefusedRequests } from './platform/limits/refused-requests.ts';
import { lockDataDir, prepareDataDir } from './platform/runtime/data-dir.ts';
import { freeReserve } from './platform/runtime/disk-space.ts';
import { serveMetrics } from './platform/telemetry/metrics.ts';
import { builtPages, developmentPages } from './platform/web/page-sources.ts';
import { seedSampleCompany } from './sample/seed.ts';
import { readConfig, settingNames } from './settings/config.ts';
import { unknownSettings } from './settings/unknown-settings.ts';
import { describeStartError } from './start-errors.ts';

/** Time for open requests to finish at shutdown. A supervisor waits longer: the files in `deploy` say 20 s. */
const shutdownMs = 10_000;
/** After the start, when everything that it needs is loaded. */
const collectMs = 300;

/**
 * Logs to standard error; standard output is for people. While neither can be written, because they are files on a full
 * disk, the server works on: the log keeps up to 1 MB in memory and writes it later.
 */
function openLog(level: string, refusedRequests: RefusedRequests) {
  const destination = pino.destination({ dest: 2, sync: false, maxLength: 1024 * 1024 });
  let isFailing = false;
  destination.on('error', () => {
    isFailing = true;
  });
  destination.on('write', () => {
    isFailing = false;
  });
  // At the exit pino would repeat the write until it succeeds.
  const flushSync = destination.flushSync.bind(destination);
  destination.flushSync = () => {
    if (!isFailing) flushSync();
  };
  process.stdout.on('error', () => {});
  const { logMethod } = refusedRequests;
  return pino({ level, hooks: { logMethod } }, destination);
}

async function start(): Promise<void> {
  for (const line of unknownSettings(process.env, settingNames())) {
    process.stderr.write(`${line}\n`);
  }
  const config = readConfig(process.env);
  const refusedRequests = new RefusedRequests();
  const log = openLog(config.logLevel, refusedRequests);
  prepareDataDir(config.dataDir);
  const unlock = lockDataDir(config.dataDir);
  await refuseUnfinished(config);
  freeReserve(config.dataDir);
  const ctx = await createAppContext(config, log);

  const signIns: string[] = [];
  // Without a line of the audit log: a start that fails says one sentence.
  const admin = await ensureFirstAdmin({ ...ctx, log: log.child({}, { level: 'silent' }) });
  if (admin?.madePassword) signIns.push(`admin: ${admin.username} / ${admin.madePassword}`);
  if (config.sampleData === 'demo') signIns.push(...(await seedSampleCompany(ctx)));
  const announcement = announceSignIns(signIns, config.dataDir, process.stdout.isTTY);

  const pages = config.development ? await developmentPages() : builtPages();
  const app = await buildApp(ctx, pages);
  const background = openBackgroundTasks(ctx);
  for (const task of background.tasks) ctx.tasks.add(task);
  const metrics = await serveMetrics(ctx);

  let closing = false;
  const stop = (exitCode: number) => {
    if (closing) return;
    closing = true;
    // Closes the remaining connections, so that the database can close cleanly.
    const timer = setTimeout(() => app.server.closeAllConnections(), shutdownMs);
    background.stop();
    Promise.all([app.close(), metrics?.close(), ctx.tasks.stop()])
      .then(() => ctx.close())
      .then(() => {
        clearTimeout(timer);
        unlock();
        refusedRequests.flush();
        log.flush?.();
        process.exit(exitCode);
      })
      .catch((error: unknown) => {
        log.fatal({ err: error }, 'shutdown failed');
        process.exit(1);
      });
  };
  for (const signal of ['SIGTERM', 'SIGINT']) {
    process.on(signal, () => {
      log.info({ signal }, 'shutting down');
      stop(0);
    });
  }
  // What failed is unknown, so a new process must take over; open requests may finish first.
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught exception');
    stop(1);
  });
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled rejection'));

  await app.listen({ host: config.host, port: config.port });
  const address = app.server.address();
  const port = typeof address === 'object' && address ? address.port : config.port;
  const url = config.port === 0 ? `http://${config.host}:${port}` : config.publicUrl;
  process.stdout.write(`Headrack serves ${url}\n`);
  for (const line of announcement) process.stdout.write(`${line}\n`);
  // V8 alone leaves an idle process what its start took. main.mjs sets `--expose-gc`.
  const collect = () =>
    globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  setTimeout(collect, collectMs).unref();
}

start().catch((error: unknown) => {
  const stack = error instanceof Error ? error.stack : error;
  process.stderr.write(`${describeStartError(error) ?? `Headrack could not start: ${stack}`}\n`);
  process.exit(1);
});
