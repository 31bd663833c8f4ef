import { pino } from 'pino';
import { buildApp } from './app.ts';
import { readConfig } from './config.ts';
import { sweepFiles } from './features/files/files.service.ts';
import { sweepPush } from './features/push/push.service.ts';
import { sweepSessions } from './features/session/session.service.ts';
import { sweepDrops } from './features/settlement-drops/settlement-drops.service.ts';
import { ensureFirstAdmin } from './features/users/users.service.ts';
import { openGround } from './open-ground.ts';
import { lockDataDir } from './platform/lock.ts';
import { mailTask } from './platform/mail/mail-task.ts';
import { serveMetrics } from './platform/metrics.ts';
import { sweepReplays } from './platform/replays.ts';
import { prepareDataDir } from './platform/secrets.ts';
import { startFault } from './platform/start-faults.ts';
import { builtPages, developmentPages } from './platform/web/page-sources.ts';

const minute = 60_000;
/** Open requests get this long (ms) to end. */
const closingTime = 4_000;

async function start(): Promise<void> {
  const config = readConfig(process.env);
  // Standard output is for people; the log goes beside it.
  const log = pino({ level: config.logLevel }, pino.destination({ dest: 2, sync: false }));
  prepareDataDir(config.dataDir);
  const unlock = lockDataDir(config.dataDir);
  const ground = await openGround(config, log);

  const signIns: string[] = [];
  const admin = await ensureFirstAdmin(ground);
  if (admin?.madePassword) signIns.push(`admin: ${admin.username} / ${admin.madePassword}`);
  if (config.sampleData === 'demo') {
    const { plantSampleCompany } = await import('./sample/plant.ts');
    signIns.push(...(await plantSampleCompany(ground)));
  }

  const pages = config.development ? await developmentPages() : builtPages();
  const app = await buildApp(ground, pages);
  const mail = mailTask(ground);
  ground.tasks.add(mail);
  ground.tasks.add({
    name: 'sweep files',
    every: 10 * minute,
    limit: 5 * minute,
    run: async () => {
      await sweepFiles(ground);
    },
  });
  ground.tasks.add({
    name: 'sweep sessions',
    every: 60 * minute,
    limit: minute,
    run: async () => {
      await sweepSessions(ground);
      await sweepPush(ground);
      await sweepReplays(ground.db, ground.now());
      await sweepDrops(ground);
    },
  });
  const metrics =
    config.metricsPort === null ? null : await serveMetrics(config.host, config.metricsPort);

  let closing = false;
  const stop = (signal: string) => {
    if (closing) return;
    closing = true;
    log.info({ signal }, 'closing');
    // What has not ended by then is cut, so that the database closes in order.
    const cut = setTimeout(() => app.server.closeAllConnections(), closingTime);
    mail.close();
    Promise.all([app.close(), metrics?.close()])
      .then(() => ground.close())
      .then(() => {
        clearTimeout(cut);
        unlock();
        log.flush?.();
        process.exit(0);
      })
      .catch((error: unknown) => {
        log.fatal({ err: error }, 'did not close in order');
        process.exit(1);
      });
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled rejection'));

  await app.listen({ host: config.host, port: config.port });
  const address = app.server.address();
  const port = typeof address === 'object' && address ? address.port : config.port;
  const url = config.port === 0 ? `http://${config.host}:${port}` : config.publicUrl;
  process.stdout.write(`Headrack serves ${url}\n`);
  for (const line of signIns) process.stdout.write(`Sign in as ${line}  (shown once)\n`);
}

start().catch((error: unknown) => {
  const stack = error instanceof Error ? error.stack : error;
  process.stderr.write(`${startFault(error) ?? `Headrack could not start: ${stack}`}\n`);
  process.exit(1);
});
